import { format, isDateFormat } from 'numfmt';
import type { SheetCell, SheetStyle } from '~/api/document';
import { isRtl } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { inkOn } from '~/kit/contrast';
import { cx } from '~/kit/cx';
import { isRightToLeft } from '~/kit/direction';
import type { Drawn } from './drawn';
import { isPlainInk } from './ink';
import { isPersianFormat, persianDate } from './persian';

/** Days between the two beginnings of time that workbooks know. */
const EPOCH_1904 = 1462;

/** Whether a cell has a formula that nobody computed yet. */
const isUncomputed = ({ v, t, f, k }: SheetCell) =>
  v === undefined && t === undefined && f !== undefined && k !== 'text';

/**
 * The text of a cell as shown: text as it is, numbers by the format of its style, in the digits of the language, and a
 * formula without a value as it is written.
 */
export function displayText(cell: SheetCell, style: SheetStyle | undefined, epoch?: number): string {
  if (cell.v === undefined) return isUncomputed(cell) ? `=${cell.f}` : (cell.t ?? '');
  const code = style?.format ?? 'General';
  const value = epoch === 1904 && (isDateFormat(code) || isPersianFormat(code)) ? cell.v + EPOCH_1904 : cell.v;
  const text = formatNumber(code, value);
  return isDateFormat(code) || isPersianFormat(code) ? ownDigits(text) : ownNumber(text);
}

/** A number with digits and signs as the language writes them: ۲٬۵۰۰٫۷۵. */
export const ownNumber = (text: string) =>
  ownDigits(isRtl() ? text.replace(/(?<=\d),(?=\d{3})/g, '٬').replace(/(?<=\d)\.(?=\d)/g, '٫') : text);

/** A number as its format shows it, in Latin digits. */
export const plainText = (code: string, value: number) => formatNumber(code, value);

function formatNumber(code: string, value: number): string {
  if (isPersianFormat(code)) return persianDate(code, value);
  try {
    return format(code, value, { throws: true });
  } catch {
    return String(value); // the format is not one
  }
}

const PX_OF_DIGIT = 8;

/** Numbers without a format are rounded to so many digits rather than that a column widens more. */
const MOST_DIGITS = 11;
const [PADDING, WIDEST] = [16, 240];

/** The px of a column in which a number is shown whole. */
export function widthOfNumber(text: string, format: string | undefined): number {
  const length = format === undefined || format === 'General' ? Math.min(text.length, MOST_DIGITS) : text.length;
  return Math.min(WIDEST, length * PX_OF_DIGIT + PADDING);
}

/** A number that fits into a width: rounded where its format says nothing, else as the bars of spreadsheets. */
function fitNumber(cell: SheetCell, style: SheetStyle, text: string, px: number): string {
  const room = Math.max(1, Math.floor(px / PX_OF_DIGIT));
  if (text.length <= room) return text;
  if (cell.v !== undefined && (style.format ?? 'General') === 'General') {
    for (let digits = Math.abs(cell.v) < 1e-3 ? -1 : 9; digits >= 0; digits--) {
      const shorter = String(Number(cell.v.toFixed(digits)));
      if (shorter.length <= room && !shorter.includes('e')) return ownNumber(shorter);
    }
    for (let digits = 5; digits >= 0; digits--) {
      const power = cell.v
        .toExponential(digits)
        .replace(/e([+-])(\d)$/, 'E$10$2')
        .replace('e', 'E');
      if (power.length <= room) return ownNumber(power);
    }
  }
  return '#'.repeat(room);
}

/** How a cell is drawn. */
export function drawCell(cell: SheetCell, style: SheetStyle = {}, epoch?: number): Drawn | null {
  const text = displayText(cell, style, epoch);
  if (!text && !style.fill && !style.border) return null;
  const isNumber = cell.v !== undefined || cell.k === 'number';
  const color = style.color ? `#${style.color}` : undefined;
  const fill = style.fill ? `#${style.fill}` : undefined;
  const wraps = style.wrap === true || text.includes('\n');
  const ink = fill ? (color ?? inkOn(fill)) : color && !isPlainInk(color) ? color : undefined;
  return {
    text,
    stays: isNumber || wraps || cell.k === 'bool' || cell.k === 'error',
    wraps,
    border: style.border,
    turn: style.turn,
    // A text that is another one by now has the look of its cell.
    runs: cell.r && cell.r.map(({ t }) => t).join('') === text ? cell.r : undefined,
    ...(isUncomputed(cell) ? { fromRight: false } : /\p{L}/u.test(text) && { fromRight: isRightToLeft(text) }),
    ...(isNumber && { fit: (px: number) => fitNumber(cell, style, text, px) }),
    className: cx(
      (cell.k === 'bool' || cell.k === 'error') && !style.align && 'text-center',
      cell.k === 'error' && 'text-danger',
      isUncomputed(cell) && 'text-muted',
      style.bold && 'font-bold',
      style.italic && 'italic',
      style.underline && 'underline',
      style.strike && 'line-through',
      wraps && !isNumber && 'whitespace-pre-wrap wrap-anywhere',
    ),
    style: {
      ...(ink && { color: ink }),
      ...(fill && { backgroundColor: fill }),
      // A number ends at the right, in whatever letters its unit is written.
      ...((style.align || isNumber) && { textAlign: style.align ?? 'right' }),
    },
  };
}
