import { format, isDateFormat } from 'numfmt';
import { dateIn, timeIn } from './dates';
import { each, rowsOf, spread, stop, type Args, type Fn, type Fns } from './operand';
import { errors, isError, numberIn, toText, type Value } from './values';
import { patternOf } from './criteria';

/** A function of one text, place by place. */
const ofText =
  (apply: (text: string) => Value): Fn =>
  (args) =>
    spread(args.scope, [args.operand(0)], (value) => {
      const text = toText(value ?? null);
      return isError(text) ? text : apply(text);
    });

const requireAtLeast = (number: number, least: number) => (number < least ? stop(errors.value) : number);

function joinTexts(args: Args, from: number, between: string, skipsEmpty: boolean): string {
  const parts: string[] = [];
  const append = (value: Value) => {
    const text = toText(value);
    if (isError(text)) stop(text);
    else if (text !== '' || !skipsEmpty) parts.push(text);
  };
  for (const operand of args.all.slice(from)) {
    // Empty cells count only between separators.
    if (skipsEmpty || between === '') each(operand ?? null, args.scope, append);
    else for (const row of rowsOf(operand ?? null, args.scope)) row.forEach(append);
  }
  return parts.join(between);
}

function substitute(args: Args): string {
  const [text, old, fresh] = [args.text(0), args.text(1), args.text(2)];
  if (old === '') return text;
  if (!args.has(3)) return text.replaceAll(old, () => fresh);
  let place = -1;
  for (let number = requireAtLeast(args.integer(3), 1); number > 0; number--) {
    place = text.indexOf(old, place + 1);
    if (place < 0) return text;
  }
  return text.slice(0, place) + fresh + text.slice(place + old.length);
}

function search(args: Args): Value {
  const [wanted, text] = [args.text(0), args.text(1)];
  const from = requireAtLeast(args.integer(2, 1), 1) - 1;
  const pattern = new RegExp(patternOf(wanted).source.slice(1, -1), 'isu');
  const found = text.slice(from).search(pattern);
  return found < 0 ? errors.value : found + from + 1;
}

function find(args: Args): Value {
  const found = args.text(1).indexOf(args.text(0), requireAtLeast(args.integer(2, 1), 1) - 1);
  return found < 0 ? errors.value : found + 1;
}

const numberValue = (text: string, point: string, group: string) =>
  text.trim() === ''
    ? 0
    : (numberIn(text.replaceAll(group, '').replace(point, '.').replaceAll(' ', '')) ?? errors.value);

/** The number that a text says: with thousands, a currency or in brackets, or as a date or a time. */
function valueOfText(text: string, epoch: number): Value {
  const found = /^\s*(-?)([(]?)(-?)[$€£¥﷼]?\s*([\d.,]+(?:e[+-]?\d+)?)\s*([)]?)(%?)\s*$/i.exec(text);
  const [, sign, open, inner, digits = '', close, percent] = found ?? [];
  if (found && Boolean(open) === Boolean(close) && /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e|$)/i.test(digits)) {
    const number = numberIn(digits.replaceAll(',', '') + percent);
    if (number !== null) return Boolean(sign) === Boolean(open || inner) ? number : -number;
  }
  const date = dateIn(text);
  return date === null ? (timeIn(text) ?? numberIn(text) ?? errors.value) : date - epoch;
}

/** A `b` alone is a letter; two and more are the year of Buddhists, which the library reads in one, too. */
const BUDDHIST = /("[^"]*"|\\.|\[[^\]]*\])|(?<!b)b(?!b)/gi;

/** A value by a format of numbers, with the digits of formats. */
export function formatValue(value: Value, code: string): string {
  // The half of the day with one letter is not known to the library.
  const short = /(?<=[^a-z])a\/p/i.exec(code)?.[0];
  if (short) {
    const long = formatValue(value, code.replace(short, 'AM/PM'));
    const letters = short.split('/');
    return long.replace(/AM|PM/, (half) => letters[half === 'AM' ? 0 : 1] ?? '');
  }
  try {
    return format(
      code.replaceAll(BUDDHIST, (letter, kept?: string) => kept ?? `\\${letter}`),
      value,
      { throws: true },
    );
  } catch {
    return String(value);
  }
}

const charOf = (number: number) => (number >= 1 && number < 0x110000 ? String.fromCodePoint(number) : errors.value);

export const text: Fns = {
  CONCATENATE: (args) => args.all.map((_, at) => args.text(at, '')).join(''),
  CONCAT: (args) => joinTexts(args, 0, '', false),
  TEXTJOIN: (args) => joinTexts(args, 2, args.text(0), args.bool(1)),
  LEFT: (args) => args.text(0).slice(0, requireAtLeast(args.integer(1, 1), 0)),
  RIGHT: (args) => {
    const [whole, length] = [args.text(0), requireAtLeast(args.integer(1, 1), 0)];
    return length === 0 ? '' : whole.slice(-length);
  },
  MID: (args) => {
    const from = requireAtLeast(args.integer(1), 1) - 1;
    return args.text(0).slice(from, from + requireAtLeast(args.integer(2), 0));
  },
  LEN: ofText((whole) => whole.length),
  LOWER: ofText((whole) => whole.toLowerCase()),
  UPPER: ofText((whole) => whole.toUpperCase()),
  PROPER: ofText((whole) =>
    whole
      .toLowerCase()
      .replace(/(^|[^\p{L}])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
  ),
  TRIM: ofText((whole) => whole.trim().replace(/ +/g, ' ')),
  CLEAN: ofText((whole) => whole.replace(/\p{Cc}/gu, '')),
  SUBSTITUTE: substitute,
  REPLACE: (args) => {
    const [whole, from] = [args.text(0), requireAtLeast(args.integer(1), 1) - 1];
    return whole.slice(0, from) + args.text(3) + whole.slice(from + requireAtLeast(args.integer(2), 0));
  },
  FIND: find,
  SEARCH: search,
  REPT: (args) => {
    const [part, times] = [args.text(0), requireAtLeast(args.integer(1), 0)];
    return part.length * times > 32_767 ? errors.value : part.repeat(times);
  },
  EXACT: (args) => args.text(0) === args.text(1),
  VALUE: (args) => {
    const value = args.plain(0);
    return typeof value === 'string'
      ? valueOfText(value, args.scope.epoch)
      : typeof value === 'boolean'
        ? errors.value
        : value;
  },
  NUMBERVALUE: (args) => numberValue(args.text(0), args.text(1, '.'), args.text(2, ',')),
  TEXT: (args) => {
    const [value, code] = [args.plain(0) ?? 0, args.text(1)];
    const number = typeof value === 'string' ? numberIn(value) : value;
    if (code === '') return '';
    const dated = typeof number === 'number' && isDateFormat(code) ? number + args.scope.epoch : number;
    return formatValue(dated ?? value, code);
  },
  FIXED: (args) => {
    const digits = requireAtLeast(args.integer(1, 2), 0);
    if (digits > 127) return errors.value;
    return formatValue(args.number(0), `${args.bool(2) ? '' : '#,##'}0.${'0'.repeat(digits)}`.replace(/\.$/, ''));
  },
  CHAR: (args) => charOf(args.integer(0)),
  UNICHAR: (args) => charOf(args.integer(0)),
  CODE: ofText((whole) => whole.codePointAt(0) ?? errors.value),
  UNICODE: ofText((whole) => whole.codePointAt(0) ?? errors.value),
  T: (args) => {
    const value = args.plain(0);
    return typeof value === 'string' ? value : '';
  },
};
