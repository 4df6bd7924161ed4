/** Where columns or rows stand: sizes that differ from the usual one, by number from 1. */
export interface Track {
  readonly count: number;
  /** Where the item with that number begins, in px; count + 1 is the end. */
  readonly at: (number: number) => number;
  /** The item at a distance from the beginning. */
  readonly find: (px: number) => number;
}

/** Lays out many items, few of which have a size of their own. */
export function trackOf(count: number, usual: number, own: ReadonlyMap<number, number>): Track {
  const numbers = [...own.keys()].filter((number) => number <= count).sort((a, b) => a - b);
  // How much later everything behind each of them begins.
  const later: number[] = [];
  let sum = 0;
  for (const number of numbers) {
    sum += (own.get(number) ?? usual) - usual;
    later.push(sum);
  }
  const before = (number: number) => {
    let [low, high] = [0, numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (later[low - 1] ?? 0);
  };
  const at = (number: number) => (number - 1) * usual + before(number);
  const find = (px: number) => {
    let [low, high] = [1, Math.max(1, count)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at(middle) <= px) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return { count, at, find };
}

/** The name of a column: A, B … Z, AA. */
export function columnName(number: number): string {
  let name = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

type Merge = readonly [row: number, column: number, rows: number, columns: number];

/** The cell that covers another one; the cell itself when none does. */
export function coverOf(merges: readonly Merge[], row: number, column: number): Merge {
  return (
    merges.find(
      ([top, left, rows, columns]) => row >= top && row < top + rows && column >= left && column < left + columns,
    ) ?? [row, column, 1, 1]
  );
}

/** Drawings measure in units of which a pixel has so many. */
export const UNITS_OF_PX = 9525;

/** Pixels of a width in characters of the default font, and of a height in points. */
export const pxOfWidth = (characters: number) => Math.round(characters * 7 + 5);
export const pxOfHeight = (points: number) => Math.round((points * 4) / 3);

/** The sides of its cell over which a text goes on: over the cells that follow, over those before, or both. */
export type Flow = 'ahead' | 'back' | 'both';

/** A text is held at the side of its cell where it begins, or where it is aligned, and goes on over the other side. */
export function flowOf(
  align: 'left' | 'center' | 'right' | 'justify' | undefined,
  fromRight: boolean,
  rtl: boolean,
): Flow {
  if (align === 'center') return 'both';
  const held = align === 'left' || align === 'right' ? align : fromRight ? 'right' : 'left';
  return (held === 'left') === rtl ? 'back' : 'ahead';
}

/** A text goes on over at most so many empty cells. */
const OVER = 20;

/** The px that a text which needs so many has beside its cell, over columns that are free. */
export function measureOverflow(
  columns: Track,
  column: number,
  flow: Flow,
  need: number,
  isFree: (column: number) => boolean,
) {
  const own = columns.at(column + 1) - columns.at(column);
  const most = flow === 'both' ? (need - own) / 2 : need - own;
  const reach = (step: 1 | -1) => {
    let px = 0;
    for (let count = 1; count <= OVER && px < most; count++) {
      const next = column + step * count;
      if (next < 1 || next > columns.count || !isFree(next)) break;
      px += columns.at(next + 1) - columns.at(next);
    }
    return px;
  };
  return { before: flow === 'ahead' ? 0 : reach(-1), behind: flow === 'back' ? 0 : reach(1) };
}
