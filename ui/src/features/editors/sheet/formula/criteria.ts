import {
  at,
  heightOf,
  isCells,
  isMany,
  MOST_PLACES,
  stop,
  used,
  widthOf,
  type Args,
  type Cells,
  type Operand,
} from './operand';
import { compare, errors, isError, numberIn, type Value } from './values';

/** A pattern with * and ?, of which ~ takes the meaning. */
export function patternOf(text: string): RegExp {
  let pattern = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '~' && /[*?~]/.test(text[at + 1] ?? '')) {
      // A tilde has no meaning in patterns: a backslash before it is an error.
      pattern += text[++at] === '~' ? '~' : `\\${text[at]}`;
    } else if (letter === '*') pattern += '.*';
    else if (letter === '?') pattern += '.';
    else pattern += letter.replace(/[\\^$.|+()[\]{}]/, '\\$&');
  }
  return new RegExp(`^${pattern}$`, 'isu');
}

export const hasWildcard = (text: string) => /[*?]/.test(text);

const readValue = (text: string): Value => {
  if (text === '') return null;
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  return numberIn(text) ?? text;
};

/** Whether values meet a criterion, such as 5, ">5", "<>" or "a*". */
export function criterionOf(criterion: Value): (value: Value) => boolean {
  if (typeof criterion !== 'string') {
    if (criterion === null) return (value) => value === 0;
    if (isError(criterion)) return (value) => isError(value) && value.code === criterion.code;
    return (value) =>
      (typeof value === typeof criterion && compare(value, criterion) === 0) ||
      (typeof value === 'string' && numberIn(value) === criterion);
  }
  const [, operator = '', text = ''] = /^(<=|>=|<>|=|<|>)?([\s\S]*)$/.exec(criterion) ?? [];
  const wanted = readValue(text);
  const pattern = typeof wanted === 'string' && hasWildcard(wanted) ? patternOf(wanted) : null;
  const equals = (value: Value) => {
    if (wanted === null) return operator === '' ? value === null || value === '' : value === null;
    if (pattern) return typeof value === 'string' && pattern.test(value);
    if (typeof wanted === 'number' && typeof value === 'string') return numberIn(value) === wanted;
    return value !== null && !isError(value) && compare(value, wanted) === 0;
  };
  if (operator === '' || operator === '=') return equals;
  if (operator === '<>') return (value) => !equals(value);
  return (value) => {
    if (value === null || isError(value) || wanted === null || typeof value !== typeof wanted) return false;
    const order = compare(value, wanted);
    if (order === 0) return operator.length === 2;
    return operator.startsWith('<') ? order < 0 : order > 0;
  };
}

/** Calls a function with the places, from 0, at which all criteria hold: ranges and criteria follow each other. */
export function eachMatch(args: Args, from: number, take: (row: number, column: number) => void): void {
  const ranges: Operand[] = [];
  const tests: ((value: Value) => boolean)[] = [];
  for (let index = from; index + 1 < args.count; index += 2) {
    ranges.push(args.operand(index));
    tests.push(criterionOf(args.value(index + 1)));
  }
  const first = ranges[0] ?? stop(errors.value);
  const [height, width] = [heightOf(first), widthOf(first)];
  if (ranges.some((range) => heightOf(range) !== height || widthOf(range) !== width)) stop(errors.value);
  const check = (row: number, column: number) => {
    if (tests.every((test, index) => test(at(ranges[index] ?? null, args.scope, row, column)))) take(row, column);
  };
  // Where empty cells do not meet a criterion, those that are there are enough.
  const some = ranges.find((range, index) => isCells(range) && tests[index]?.(null) === false);
  if (isCells(some)) {
    args.scope.each(some.sheet, some, (row, column) => check(row - some.top, column - some.left));
    return;
  }
  const reach = usedOf(ranges, args);
  const [rows, columns] = [Math.min(height, reach.height), Math.min(width, reach.width)];
  if (rows * columns > MOST_PLACES) stop(errors.value);
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) check(row, column);
}

function usedOf(ranges: readonly Operand[], args: Args) {
  let [height, width] = [1, 1];
  for (const range of ranges) {
    if (!isMany(range)) continue;
    const area = isCells(range) ? used(range, args.scope) : null;
    height = Math.max(height, area ? area.bottom - area.top + 1 : heightOf(range));
    width = Math.max(width, area ? area.right - area.left + 1 : widthOf(range));
  }
  return { height, width };
}

/** A range to sum, as large as the one that is tested. */
export function likewise(range: Operand, tested: Operand): Operand {
  if (!isCells(range)) return range;
  const cells: Cells = range;
  return { ...cells, bottom: cells.top + heightOf(tested) - 1, right: cells.left + widthOf(tested) - 1 };
}
