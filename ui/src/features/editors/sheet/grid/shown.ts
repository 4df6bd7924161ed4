import type { SheetCell, SheetStyle } from '~/api/document';
import type { Drawn } from '~/features/viewers/sheet/drawn';
import { drawCell, ownNumber, displayText, widthOfNumber } from '~/features/viewers/sheet/format';
import { isPersianFormat } from '~/features/viewers/sheet/persian';
import { dayOf, persianDayOf } from '~/features/viewers/sheet/days';
import { isDateFormat, isPercentFormat } from 'numfmt';
import { mergeAt, type Book, type Cell, type Filter, type Look, type Sheet } from '../book/book';
import type { Computed } from '../book/calc';
import type { Change } from '../book/effect';
import type { Session } from '../book/session';
import { isWithin } from '../formula/address';
import { isError, numberText } from '../formula/values';

const styles = new WeakMap<Look, SheetStyle>();

function styleOf(look: Look): SheetStyle {
  let style = styles.get(look);
  if (!style) {
    const { numFmt, ...rest } = look;
    styles.set(look, (style = { ...rest, ...(numFmt && { format: numFmt }) } as SheetStyle));
  }
  return style;
}

function asRead({ value, formula, runs }: Cell): SheetCell {
  if (value === null && formula !== undefined) return { c: 1, f: formula };
  if (typeof value === 'number') return { c: 1, v: value };
  if (typeof value === 'boolean') return { c: 1, t: value ? 'TRUE' : 'FALSE', k: 'bool' };
  if (isError(value)) return { c: 1, t: value.code, k: 'error' };
  return { c: 1, ...(value !== null && { t: value }), ...(runs && { r: runs }) };
}

const PX_OF_POINT = 4 / 3;

/** A font by its name; what the device lacks becomes that of the page. */
export const familyOf = (font: string) => `"${font.replaceAll(/["\\]/g, '')}", Vazirmatn, sans-serif`;

/** A cell as the grid draws it. The font that all cells have is that of the page. */
export function drawnCell(cell: Cell, { epoch, fonts }: Book): Drawn | null {
  const { look } = cell;
  const drawn = drawCell(asRead(cell), styleOf(look), epoch === 0 ? undefined : 1904);
  const font = look.font !== undefined && look.font !== fonts.usual ? look.font : undefined;
  if (!drawn || (!look.valign && !look.size && font === undefined)) return drawn;
  return {
    ...drawn,
    style: {
      ...drawn.style,
      ...(font !== undefined && { fontFamily: familyOf(font) }),
      ...(look.size && look.size !== 11 && { fontSize: `${Math.round(look.size * PX_OF_POINT * 0.95)}px` }),
      ...(look.valign && {
        alignItems: { top: 'flex-start', center: 'safe center', bottom: 'safe flex-end' }[look.valign],
      }),
    },
  };
}

/** The button of a filter at a place. */
export function filterAt(filter: Filter | null, row: number, column: number): Drawn['filter'] {
  if (!filter || row !== filter.area.top || !isWithin(filter.area, row, column)) return undefined;
  return filter.columns.some((of) => of.column === column) ? 'active' : 'idle';
}

/** The text of a cell as shown, in the digits of the language. */
export const shownText = (cell: Cell, epoch: number) =>
  displayText(asRead(cell), styleOf(cell.look), epoch === 0 ? undefined : 1904);

/** The px of a column in which a number is shown whole; 0 for what is none. */
export const neededWidth = (cell: Cell, epoch: number) =>
  typeof cell.value === 'number' ? widthOfNumber(shownText(cell, epoch), cell.look.numFmt) : 0;

/** Whether a number could need more than a width. Sheets have many numbers, and to write one by its format takes long. */
export const mayNeed = ({ value, look: { numFmt } }: Cell, width: number): boolean =>
  typeof value === 'number' &&
  ((numFmt !== undefined && numFmt !== 'General') || widthOfNumber(String(value), undefined) > width);

/** A part of a format that writes numbers of as many digits in as many letters. */
const EVEN = /^(?:\[(?:red|black|blue|green)\]|"[^"]*"|[-+ ()])*[#,]*0(?:\.(0+))?(?:"[^"]*"|[-+ ()])*$/i;

const decimals = new Map<string, number | null>();

/** The decimals of a format whose texts are as long as their numbers have digits; null for others. */
function decimalsOf(format: string): number | null {
  let known = decimals.get(format);
  if (known === undefined) {
    const parts = format.split(';').map((part) => EVEN.exec(part));
    const [first] = parts;
    known = parts.every((part) => part !== null && part[1] === first?.[1]) && first ? (first[1]?.length ?? 0) : null;
    decimals.set(format, known);
  }
  return known;
}

/** Numbers of a look with the same sort are written in as many letters; null when only the text itself tells. */
export function sortOf({ value, look: { numFmt } }: Cell): number | null {
  if (typeof value !== 'number' || numFmt === undefined || Math.abs(value) >= 1e15) return null;
  const places = decimalsOf(numFmt);
  if (places === null) return null;
  const half = 0.5 * 10 ** -places;
  const digits = String(Math.trunc(Math.abs(value) + half)).length;
  if (Math.abs(value) < half) return digits + (value < 0 ? 300 : 200);
  return digits + (value < 0 ? 100 : 0);
}

/** Makes a column of the usual width as wide as the number that was typed into a cell needs. */
export function widenColumn({ book }: Session, { sheet: id, row, column }: Computed): Change[] {
  const [sheet, cell] = [book.sheet(id), book.cell(id, row, column)];
  if (!cell || sheet.widths.has(column) || mergeAt(sheet, row, column)) return [];
  const needed = neededWidth(cell, book.epoch);
  return needed > sheet.usual.width ? [{ kind: 'sizes', sheet: id, axis: 'columns', sizes: [[column, needed]] }] : [];
}

const two = (number: number) => String(number).padStart(2, '0');

/** The value of a cell as a user types it. */
export function typedText(cell: Cell, epoch: number): string {
  const text = rawText(cell, epoch, true);
  return typeof cell.value === 'number' ? ownNumber(text) : text;
}

/**
 * The value of a cell as other programs read it: Latin digits, and without the signs of its format. Dates are Gregorian
 * ones, unless they are `own` and the cell shows Persian ones.
 */
export function rawText(cell: Cell, epoch: number, own = false): string {
  const { value, look } = cell;
  if (typeof value !== 'number') return typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');
  const code = look.numFmt ?? 'General';
  const persian = own && isPersianFormat(code);
  if ((persian || isDateFormat(code) || isPersianFormat(code)) && value >= 0) {
    const serial = value + epoch;
    const { year, month, day } = persian ? persianDayOf(serial) : dayOf(serial);
    const seconds = Math.round((serial - Math.floor(serial)) * 86_400);
    const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
    const rest = seconds % 60 ? `:${two(seconds % 60)}` : '';
    const date = persian ? `${year}/${two(month)}/${two(day)}` : `${year}-${two(month)}-${two(day)}`;
    if (serial < 1) return clock + rest;
    return seconds ? `${date} ${clock}${rest}` : date;
  }
  return isPercentFormat(code) ? `${numberText(value * 100)}%` : numberText(value);
}

const ROOM = 20;
const [LEAST, MOST] = [32, 600];

/** The width of a column that its widest text needs. */
export function fittingWidth(sheet: Sheet, column: number, text: (cell: Cell) => string): number | undefined {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return undefined;
  const family = getComputedStyle(document.body).fontFamily;
  let widest = 0;
  for (const line of sheet.cells.values()) {
    const cell = line.get(column);
    if (!cell || cell.value === null || cell.look.wrap) continue;
    pen.font = `${cell.look.bold ? '700 ' : ''}14px ${family}`;
    widest = Math.max(widest, pen.measureText(text(cell)).width);
  }
  return widest === 0 ? undefined : Math.round(Math.min(MOST, Math.max(LEAST, widest + ROOM)));
}
