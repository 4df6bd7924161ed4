import { each, heightOf, isCells, isMany, spread, stop, type Args, type Fn, type Fns, widthOf } from './operand';
import { errors, isError, toBool, toNumber, type Value } from './values';

/** Whether values hold; text in cells does not count. */
function all(args: Args): boolean[] {
  const found: boolean[] = [];
  for (const operand of args.all) {
    if (operand === undefined) continue;
    const many = isMany(operand);
    each(operand, args.scope, (value) => {
      if (isError(value)) stop(value);
      if (many && (typeof value === 'string' || value === null)) return;
      const holds = toBool(value);
      found.push(isError(holds) ? stop(holds) : holds);
    });
  }
  return found.length > 0 ? found : stop(errors.value);
}

const is =
  (test: (value: Value) => boolean): Fn =>
  (args) =>
    spread(args.scope, [args.operand(0)], (value) => test(value ?? null));

const parity = (odd: number) => (args: Args) =>
  typeof args.plain(0) === 'string' ? errors.value : Math.abs(args.integer(0)) % 2 === odd;

const numbers: Record<string, number> = {
  '#NULL!': 1,
  '#DIV/0!': 2,
  '#VALUE!': 3,
  '#REF!': 4,
  '#NAME?': 5,
  '#NUM!': 6,
  '#N/A': 7,
};

function kind(value: Value): number {
  if (isError(value)) return 16;
  return typeof value === 'string' ? 2 : typeof value === 'boolean' ? 4 : 1;
}

export const logic: Fns = {
  AND: (args) => all(args).every(Boolean),
  OR: (args) => all(args).some(Boolean),
  XOR: (args) => all(args).filter(Boolean).length % 2 === 1,
  NOT: (args) => !args.bool(0),
  TRUE: () => true,
  FALSE: () => false,
  NA: () => errors.na,
  N: (args) => {
    const value = args.plain(0);
    return typeof value === 'string' ? 0 : toNumber(value);
  },
  ISBLANK: is((value) => value === null),
  ISNUMBER: is((value) => typeof value === 'number'),
  ISTEXT: is((value) => typeof value === 'string'),
  ISNONTEXT: is((value) => typeof value !== 'string'),
  ISLOGICAL: is((value) => typeof value === 'boolean'),
  ISERROR: is(isError),
  ISERR: is((value) => isError(value) && value.code !== '#N/A'),
  ISNA: is((value) => isError(value) && value.code === '#N/A'),
  ISREF: (args) => isCells(args.operand(0)),
  ISEVEN: parity(0),
  ISODD: parity(1),
  ISFORMULA: (args) => {
    const cells = args.operand(0);
    return isCells(cells) ? args.scope.formula(cells.sheet, cells.top, cells.left) !== null : errors.value;
  },
  FORMULATEXT: (args) => {
    const cells = args.operand(0);
    const text = isCells(cells) ? args.scope.formula(cells.sheet, cells.top, cells.left) : null;
    return text === null ? errors.na : `=${text}`;
  },
  'ERROR.TYPE': (args) => {
    const value = args.value(0);
    return isError(value) ? (numbers[value.code] ?? errors.na) : errors.na;
  },
  TYPE: (args) => {
    const operand = args.operand(0);
    const isOne = !isMany(operand) || (isCells(operand) && heightOf(operand) * widthOf(operand) === 1);
    return isOne ? kind(args.value(0)) : 64;
  },
};
