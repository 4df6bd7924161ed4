import { foldedLetters } from '~/kit/find-words';
import type { Cell, Sheet } from '../book/book';
import { cellOf } from '../book/commands';
import type { Change, Placed } from '../book/effect';
import { visibleRows } from '../book/hiding';
import type { Session } from '../book/session';
import { readTyped } from '../book/typed';
import { rawText, shownText } from './shown';

export interface Sought {
  readonly words: string;
  readonly matchCase: boolean;
  /** Nothing else is in the cell. */
  readonly whole: boolean;
}

/** Where the words are in a text, as it is written: letters and digits of both alphabets are equal. */
export function occurrences(text: string, { words, matchCase, whole }: Sought): (readonly [number, number])[] {
  const wanted = foldedLetters(words.trim(), matchCase).text;
  if (!wanted) return [];
  const { text: folded, places } = foldedLetters(text, matchCase);
  if (whole) return folded.trim() === wanted ? [[0, text.length]] : [];
  const found: [number, number][] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    let until = (places[at + wanted.length - 1] ?? 0) + 1;
    while (/^[\p{Mn}\u0640]/u.test(text.slice(until, until + 1))) until++;
    found.push([places[at] ?? 0, until]);
  }
  return found;
}

/** The text of a cell in which something is replaced. */
const sourceOf = (cell: Cell, epoch: number) =>
  cell.formula === undefined ? rawText(cell, epoch, true) : cell.formula;

export function isFound(cell: Cell, sought: Sought, epoch: number): boolean {
  if (cell.value === null && cell.formula === undefined) return false;
  const texts = [shownText(cell, epoch), sourceOf(cell, epoch)];
  return texts.some((text) => occurrences(text, sought).length > 0);
}

/** The cells of the sheet that show the words, row by row; those that a filter hides are left out. */
export function placesOf(sheet: Sheet, sought: Sought, epoch: number): { row: number; column: number }[] {
  if (!sought.words.trim()) return [];
  const found: { row: number; column: number }[] = [];
  const isMeant = visibleRows(sheet, 1, sheet.extent.rows);
  for (const [row, line] of sheet.cells) {
    if (!isMeant(row)) continue;
    for (const [column, cell] of line) if (isFound(cell, sought, epoch)) found.push({ row, column });
  }
  return found.sort((a, b) => a.row - b.row || a.column - b.column);
}

function replaceOccurrences(text: string, sought: Sought, by: string): string | null {
  const found = occurrences(text, sought);
  if (found.length === 0) return null;
  let [next, done] = ['', 0];
  for (const [from, until] of found) {
    next += text.slice(done, from) + by;
    done = until;
  }
  return next + text.slice(done);
}

/** What a cell becomes; null where nothing is replaced, or no formula would be left. */
function replacedCell(session: Session, cell: Cell, sought: Sought, by: string, sheet: string): Cell | null {
  if (cell.array) return null;
  const next = replaceOccurrences(sourceOf(cell, session.book.epoch), sought, by);
  if (next === null) return null;
  if (cell.formula !== undefined) return cellOf(session, cell, `=${next}`, sheet);
  // Digits that are a text stay one.
  const isText = typeof cell.value === 'string' && readTyped(cell.value).value !== cell.value;
  return isText ? { ...cell, value: next } : cellOf(session, cell, next, sheet);
}

/** Replaces the words in some cells; `count` are the cells that change. */
export function replaceIn(
  session: Session,
  sheet: Sheet,
  places: readonly { row: number; column: number }[],
  sought: Sought,
  by: string,
): { changes: Change[]; count: number } {
  const cells: Placed[] = [];
  for (const { row, column } of places) {
    const old = sheet.cells.get(row)?.get(column);
    const cell = old && replacedCell(session, old, sought, by, sheet.id);
    if (cell) cells.push({ row, column, cell });
  }
  return { changes: cells.length > 0 ? [{ kind: 'cells', sheet: sheet.id, cells }] : [], count: cells.length };
}
