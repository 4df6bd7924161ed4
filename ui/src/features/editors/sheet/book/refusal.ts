import { isWithin, MAX_COLUMN, MAX_ROW } from '../formula/address';
import type { Book } from './book';
import type { Change } from './effect';

export type Refusal = 'arrayKept' | 'fixedSheets' | 'lockedSheet' | 'noRoom' | 'sheetStays';

/** The changes of the list of sheets. */
const listed: ReadonlySet<Change['kind']> = new Set(['add', 'remove', 'rename', 'move']);

/** Why a change is not done; null when nothing stands against it. The server refuses the same. */
export function refusal(book: Book, change: Change): Refusal | null {
  if (book.fixed && listed.has(change.kind)) return 'fixedSheets';
  if (!('sheet' in change)) return null;
  const sheet = book.sheet(change.sheet);
  if (change.kind === 'remove' && sheet.stays) return 'sheetStays';
  if (sheet.locked) return 'lockedSheet';
  if (change.kind === 'cells') {
    const inArray = change.cells.some(({ row, column, cell }) => {
      if (!sheet.arrays.some((area) => isWithin(area, row, column))) return false;
      const old = sheet.cells.get(row)?.get(column);
      return cell?.formula !== old?.formula || (cell?.value ?? null) !== (old?.value ?? null);
    });
    return inArray ? 'arrayKept' : null;
  }
  if (change.kind !== 'shift') return null;
  const { axis, way, at, count } = change;
  const [most, last] = axis === 'rows' ? [MAX_ROW, sheet.extent.rows] : [MAX_COLUMN, sheet.extent.columns];
  if (way === 'insert' && last + count > most) return 'noRoom';
  const cut = sheet.arrays.some(({ top, left, bottom, right }) => {
    const [from, until] = axis === 'rows' ? [top, bottom] : [left, right];
    if (way === 'insert') return at > from && at <= until;
    return at <= until && at + count > from && !(at <= from && at + count > until);
  });
  return cut ? 'arrayKept' : null;
}
