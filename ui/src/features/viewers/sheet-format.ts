import { format, isDateFormat } from 'numfmt';
import type { SheetCell, SheetStyle } from '~/api/document';
import { ownDigits } from '~/i18n/format';
import { contrast, inkOn } from '~/kit/contrast';
import { cx } from '~/kit/cx';
import type { Drawn } from './sheet-cells';
import { isPersianFormat, persianDate } from './sheet-persian';

/** Days between the two beginnings of time that workbooks know. */
const EPOCH_1904 = 1462;

/** The text of a cell as shown: text as it is, numbers by the format of its style, in the digits of the language. */
export function shownOf(cell: SheetCell, style: SheetStyle | undefined, epoch?: number): string {
  if (cell.v === undefined) return cell.t ?? '';
  const code = style?.format ?? 'General';
  const value = epoch === 1904 && (isDateFormat(code) || isPersianFormat(code)) ? cell.v + EPOCH_1904 : cell.v;
  return ownDigits(formatted(code, value));
}

function formatted(code: string, value: number): string {
  if (isPersianFormat(code)) return persianDate(code, value);
  try {
    return format(code, value, { throws: true });
  } catch {
    return String(value); // the format is not one
  }
}

const PX_OF_DIGIT = 8;

/** A number that fits into a width: rounded where its format says nothing, else as the bars of spreadsheets. */
function fitting(cell: SheetCell, style: SheetStyle, text: string, px: number): string {
  const room = Math.max(1, Math.floor(px / PX_OF_DIGIT));
  if (text.length <= room) return text;
  if (cell.v !== undefined && (style.format ?? 'General') === 'General') {
    for (let digits = 6; digits >= 0; digits--) {
      const shorter = ownDigits(String(Number(cell.v.toFixed(digits))));
      if (shorter.length <= room) return shorter;
    }
  }
  return '#'.repeat(room);
}

/** Ink that is nearly black or white is that of the page, which may be dark. */
const isPlainInk = (hex: string) => contrast(hex, '#000000') < 1.6 || contrast(hex, '#ffffff') < 1.6;

/** How a cell is drawn. */
export function drawnOf(cell: SheetCell, style: SheetStyle = {}, epoch?: number): Drawn | null {
  const text = shownOf(cell, style, epoch);
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
    ...(isNumber && { fit: (px: number) => fitting(cell, style, text, px) }),
    className: cx(
      isNumber && !style.align && 'text-end',
      (cell.k === 'bool' || cell.k === 'error') && !style.align && 'text-center',
      cell.k === 'error' && 'text-danger',
      style.bold && 'font-bold',
      style.italic && 'italic',
      style.underline && 'underline',
      style.strike && 'line-through',
      wraps && !isNumber && 'whitespace-pre-wrap wrap-anywhere',
      style.border && 'border-edge',
    ),
    style: {
      ...(ink && { color: ink }),
      ...(fill && { backgroundColor: fill }),
      ...(style.align && { textAlign: style.align }),
    },
  };
}
