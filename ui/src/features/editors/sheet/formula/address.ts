export const MAX_ROW = 1_048_576;
export const MAX_COLUMN = 16_384;

/** Rows and columns from 1, the last ones included. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The number of a column by its letters. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

const names: string[] = [];

/** The letters of a column. */
export function columnLetters(number: number): string {
  const known = names[number];
  if (known !== undefined) return known;
  let name = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return (names[number] = name);
}

export const cellName = (row: number, column: number) => `${columnLetters(column)}${row}`;

export const areaName = ({ top, left, bottom, right }: Area) =>
  top === bottom && left === right ? cellName(top, left) : `${cellName(top, left)}:${cellName(bottom, right)}`;

/** The name of a sheet as formulas write it. */
export const sheetPrefix = (name: string) =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^[a-z]{1,3}\d+$/i.test(name) && !/^r\d*c\d*$/i.test(name)
    ? `${name}!`
    : `'${name.replaceAll("'", "''")}'!`;

export const isWithin = (area: Area, row: number, column: number) =>
  row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;

export const overlaps = (a: Area, b: Area) =>
  a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;

/** The area between two corners. */
export const between = (
  a: { readonly row: number; readonly column: number },
  b: { readonly row: number; readonly column: number },
): Area => ({
  top: Math.min(a.row, b.row),
  left: Math.min(a.column, b.column),
  bottom: Math.max(a.row, b.row),
  right: Math.max(a.column, b.column),
});

export const sizeOf = ({ top, left, bottom, right }: Area) => (bottom - top + 1) * (right - left + 1);

/** The area that a name like B2:C7 says; null when it is none. */
export function areaIn(text: string): Area | null {
  const found = /^\$?([a-z]{1,3})\$?(\d{1,7})(?::\$?([a-z]{1,3})\$?(\d{1,7}))?$/i.exec(text.trim());
  if (!found) return null;
  const [, letters = '', row = '', lastLetters = letters, lastRow = row] = found;
  const area = between(
    { row: Number(row), column: columnNumber(letters) },
    { row: Number(lastRow), column: columnNumber(lastLetters) },
  );
  return area.top >= 1 && area.bottom <= MAX_ROW && area.right <= MAX_COLUMN ? area : null;
}
