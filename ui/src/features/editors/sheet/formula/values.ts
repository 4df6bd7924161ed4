/** An error that a cell has as its value. */
export class CellError {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
  toString() {
    return this.code;
  }
}

export const errors = {
  div: new CellError('#DIV/0!'),
  na: new CellError('#N/A'),
  name: new CellError('#NAME?'),
  null: new CellError('#NULL!'),
  num: new CellError('#NUM!'),
  ref: new CellError('#REF!'),
  value: new CellError('#VALUE!'),
  /** Other programs know no word for it; in the file it is #REF!. */
  cycle: new CellError('#CYCLE!'),
} as const;

const byCode = new Map<string, CellError>(Object.values(errors).map((error) => [error.code, error]));

/** The error with that code; one that is not known here is kept as it is. */
export const errorOf = (code: string): CellError => byCode.get(code) ?? new CellError(code);

/** The value of a cell; null is an empty one. */
export type Value = number | string | boolean | null | CellError;

export const isError = (value: unknown): value is CellError => value instanceof CellError;

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*(%?)\s*$/i;

/** The number that a text says, as formulas understand it; null when it says none. */
export function numberIn(text: string): number | null {
  const found = NUMBER.exec(text);
  if (!found) return null;
  return found[4] ? Number(text.replace('%', '')) / 100 : Number(text);
}

/** A value as a number; text that says none is #VALUE!. */
export function toNumber(value: Value): number | CellError {
  switch (typeof value) {
    case 'number':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'string':
      return numberIn(value) ?? errors.value;
    default:
      return value === null ? 0 : value;
  }
}

/** A number as formulas write it into text: 15 digits, without noise. */
export function numberText(value: number): string {
  const short = Number(value.toPrecision(15));
  const size = Math.abs(short);
  if (size !== 0 && (size >= 1e21 || size < 1e-9)) {
    return short
      .toExponential()
      .replace(/e([+-])(\d)$/, 'E$10$2')
      .replace('e', 'E');
  }
  return String(short);
}

export function toText(value: Value): string | CellError {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value ?? '';
}

export function toBool(value: Value): boolean | CellError {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (value === null) return false;
  if (typeof value !== 'string') return value;
  if (/^true$/i.test(value)) return true;
  return /^false$/i.test(value) ? false : errors.value;
}

const rank = (value: Value) => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2);
const collator = new Intl.Collator(undefined, { sensitivity: 'accent' });

/** The difference of two numbers; none when 15 digits of them are the same. */
function apart(a: number, b: number): number {
  const by = a - b;
  if (by === 0 || Math.abs(by) > Math.abs(a) * 1e-14) return by;
  return Number(a.toPrecision(15)) === Number(b.toPrecision(15)) ? 0 : by;
}

/** The order of two values: numbers, then text, then TRUE and FALSE. Text in capitals is the same. */
export function compare(a: Value, b: Value): number {
  const left = a ?? (typeof b === 'string' ? '' : typeof b === 'boolean' ? false : 0);
  const right = b ?? (typeof a === 'string' ? '' : typeof a === 'boolean' ? false : 0);
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === 'string') return collator.compare(left, String(right));
  return apart(Number(left), Number(right));
}
