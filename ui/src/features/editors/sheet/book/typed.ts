import { dateIn, timeIn } from '../formula/dates';
import { serialOfPersian } from '~/features/viewers/sheet/days';
import { latinDigits } from '~/kit/digits';
import { plainFormula } from '../formula/rewrite';
import { errorOf, type Value } from '../formula/values';

/** The meaning of the text that a user typed into a cell. */
export interface Typed {
  readonly value: Value;
  readonly formula?: string;
  /** The format that the writing suggests: 12% or a date. */
  readonly numFmt?: string;
}

/** Dates of the Persian calendar, as workbooks write their format. */
export const PERSIAN_DATE = '[$-fa-IR,16]yyyy/mm/dd';
export const DATE = 'yyyy/mm/dd';

const NUMBER = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?(%?)$/i;
const ERROR = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/i;

/** Text with the digits and signs of numbers as programs write them. */
const plain = (text: string) =>
  latinDigits(text.trim())
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll('٪', '%')
    .replaceAll('−', '-');

/** Currencies as people write them, with the signs that stand before and behind the number. */
const MONEY: readonly (readonly [RegExp, string, string])[] = [
  [/^(.*?)\s*ریال$/, '', '" ریال"'],
  [/^(.*?)\s*تومان$/, '', '" تومان"'],
  [/^\$\s*(.*)$/, '"$"', ''],
];

/** 2,500 ریال or $25: the number has the format of its currency. */
function moneyOf(text: string): Typed | null {
  for (const [pattern, before, behind] of MONEY) {
    const amount = pattern.exec(text)?.[1];
    const found = amount === undefined ? null : numberOf(amount);
    if (found === null || amount === undefined || /[%e]/i.test(amount)) continue;
    const digits = /\.(\d+)$/.exec(amount)?.[1]?.length ?? 0;
    return { value: found.value, numFmt: `${before}#,##0${digits > 0 ? '.00' : ''}${behind}` };
  }
  return null;
}

function numberOf(text: string): Typed | null {
  const found = NUMBER.exec(text);
  const [, sign, whole, fraction, power, percent] = found ?? [];
  if (!found || (whole === undefined && fraction === undefined)) return null;
  const value = Number(`${sign}${(whole ?? '0').replaceAll(',', '')}${fraction ?? ''}${power ?? ''}`);
  if (!Number.isFinite(value)) return null;
  const groups = whole?.includes(',') ?? false;
  const digits = fraction ? (fraction.length > 3 ? '.00' : '.00'.slice(0, fraction.length)) : '';
  if (percent) {
    const share = Number((value / 100).toPrecision(15));
    return { value: share, numFmt: fraction ? '0.00%' : '0%' };
  }
  return groups ? { value, numFmt: `#,##0${digits}` } : { value };
}

/** A day of 1300 to 1499 is one of the Persian calendar. */
function persianDay(text: string): number | null {
  const [, year, month, day] = /^(1[34]\d\d)[/-](\d{1,2})[/-](\d{1,2})$/.exec(text) ?? [];
  return year === undefined ? null : serialOfPersian({ year: Number(year), month: Number(month), day: Number(day) });
}

function momentOf(text: string, epoch: number): Typed | null {
  const persian = persianDay(text);
  if (persian !== null) return { value: persian - epoch, numFmt: PERSIAN_DATE };
  const date = dateIn(text);
  if (date !== null) return { value: date - epoch, numFmt: date % 1 === 0 ? DATE : `${DATE} h:mm` };
  const time = timeIn(text);
  if (time === null) return null;
  return { value: time, numFmt: text.split(':').length > 2 ? 'h:mm:ss' : 'h:mm' };
}

/** Reads what was typed: Persian digits are numbers, too. */
export function readTyped(text: string, epoch = 0): Typed {
  if (text === '') return { value: null };
  if (text.startsWith("'")) return { value: text.slice(1) };
  if (/^=./s.test(text)) return { value: null, formula: plainFormula(text.slice(1)).trim() };
  const written = plain(text);
  if (/^(true|false)$/i.test(written)) return { value: /^true$/i.test(written) };
  if (ERROR.test(written)) return { value: errorOf(written.toUpperCase()) };
  return numberOf(written) ?? moneyOf(written) ?? momentOf(written, epoch) ?? { value: text };
}
