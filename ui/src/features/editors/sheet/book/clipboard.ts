import { MAX_COLUMN, MAX_ROW, type Area } from '../formula/address';
import { latinDigits } from '~/kit/digits';
import { PLAIN, internLook, type Cell, type Look, type Sheet } from './book';
import type { Change, Placed } from './effect';
import { visibleRows } from './hiding';
import { cellOf, copyCell, isCuttingMerge, MOST_CELLS, withinReach } from './commands';
import type { Session } from './session';

/** Cells that were copied here. */
interface Kept {
  readonly text: string;
  readonly area: Area;
  readonly sheet: string;
  readonly cut: boolean;
  /** Where the cells were: rows that a filter hides are not copied. */
  readonly rows: readonly number[];
  readonly cells: readonly (readonly (Cell | undefined)[])[];
}

const quoteText = (text: string) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

function cssOf(look: Look): string {
  const parts = [
    look.bold && 'font-weight:bold',
    look.italic && 'font-style:italic',
    look.underline && 'text-decoration:underline',
    look.color && `color:#${look.color}`,
    look.fill && `background-color:#${look.fill}`,
    look.align && `text-align:${look.align}`,
  ];
  return parts.filter(Boolean).join(';');
}

const latinNumber = (text: string) => latinDigits(text).replaceAll('٬', ',').replaceAll('٫', '.');

/** The forms for other programs: lines with tabs, and a table. */
export function writeForms(
  sheet: Sheet,
  wanted: Area,
  raw: (cell: Cell) => string,
  shown: (cell: Cell) => string,
): { text: string; html: string } {
  const area = withinReach(sheet, wanted);
  const lines: string[] = [];
  let rows = '';
  const isMeant = visibleRows(sheet, area.top, area.bottom);
  for (let row = area.top; row <= area.bottom; row++) {
    if (!isMeant(row)) continue;
    const line: string[] = [];
    rows += '<tr>';
    for (let column = area.left; column <= area.right; column++) {
      const cell = sheet.cells.get(row)?.get(column);
      const isNumber = typeof cell?.value === 'number';
      const text = cell ? (isNumber ? latinNumber(shown(cell)) : shown(cell)) : '';
      line.push(quoteText(cell ? raw(cell) : ''));
      const css = cell ? cssOf(cell.look) : '';
      // Excel and LibreOffice read the number itself, and not its form.
      const value = isNumber ? ` x:num="${cell.value}" sdval="${cell.value}"` : '';
      rows += `<td${value}${css && ` style="${css}"`}>${escapeHtml(text).replaceAll('\n', '<br>')}</td>`;
    }
    lines.push(line.join('\t'));
    rows += '</tr>';
  }
  return {
    text: lines.join('\n'),
    html: `<table xmlns:x="urn:schemas-microsoft-com:office:excel" dir="${sheet.rtl ? 'rtl' : 'ltr'}">${rows}</table>`,
  };
}

/** The cells of lines with tabs, some of them in quotes. */
export function linesOf(text: string): string[][] {
  const lines: string[][] = [[]];
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const part = /"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*)/y;
  for (let at = 0; at <= source.length;) {
    part.lastIndex = at;
    const found = part.exec(source);
    lines.at(-1)?.push(found?.[1] !== undefined ? found[1].replaceAll('""', '"') : (found?.[2] ?? ''));
    at += (found?.[0].length ?? 0) + 1;
    if (source[at - 1] === '\n') lines.push([]);
  }
  return lines;
}

/** The hex of a colour as browsers write it. */
function hexOf(color: string): string | undefined {
  const found = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color);
  if (!found) return /^#[0-9a-f]{6}$/i.test(color) ? color.slice(1).toUpperCase() : undefined;
  return found
    .slice(1)
    .map((part) => Number(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function lookOf(cell: HTMLElement): Look {
  const { style } = cell;
  const bold =
    Number(style.fontWeight) >= 600 ||
    style.fontWeight === 'bold' ||
    cell.matches('th') ||
    cell.querySelector('b,strong') !== null;
  const align = (['left', 'center', 'right'] as const).find((side) => side === style.textAlign);
  return internLook({
    bold,
    italic: style.fontStyle === 'italic' || cell.querySelector('i,em') !== null,
    underline: /underline/.test(style.textDecoration),
    ...(hexOf(style.color) && { color: hexOf(style.color) }),
    ...(hexOf(style.backgroundColor) && { fill: hexOf(style.backgroundColor) }),
    ...(align && { align }),
  });
}

interface Pasted {
  readonly text: string;
  readonly look: Look;
}

/** The cells of the first table of a page; null when it has none. */
export function tableOf(html: string): Pasted[][] | null {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  if (!table) return null;
  const lines: Pasted[][] = [];
  [...table.querySelectorAll('tr')].forEach((row, y) => {
    let x = 0;
    for (const cell of row.querySelectorAll<HTMLTableCellElement>('td,th')) {
      while (lines[y]?.[x]) x++;
      cell.querySelectorAll('br').forEach((br) => br.replaceWith('\n'));
      const text = (cell.textContent ?? '').replace(/[ \u00a0]+/g, ' ').trim();
      for (let down = 0; down < Math.min(cell.rowSpan || 1, 1000); down++) {
        for (let across = 0; across < Math.min(cell.colSpan || 1, 1000); across++) {
          const line = (lines[y + down] ??= []);
          line[x + across] = { text: down + across === 0 ? text : '', look: lookOf(cell) };
        }
      }
      x += cell.colSpan || 1;
    }
    lines[y] ??= [];
  });
  return lines;
}

/** The cells that were copied last, and the way that they come back. */
export class Clipboard {
  private kept: Kept | null = null;

  /** The cells that wait to be moved or copied, for a frame around them. */
  get source() {
    return this.kept && { sheet: this.kept.sheet, area: this.kept.area };
  }

  keep(sheet: Sheet, wanted: Area, text: string, cut: boolean) {
    const area = withinReach(sheet, wanted);
    const all = Array.from({ length: area.bottom - area.top + 1 }, (_, y) => area.top + y);
    const rows = cut ? all : all.filter(visibleRows(sheet, area.top, area.bottom));
    const cells = rows.map((row) =>
      Array.from({ length: area.right - area.left + 1 }, (_, x) => sheet.cells.get(row)?.get(area.left + x)),
    );
    this.kept = { text, area, sheet: sheet.id, cut, rows, cells };
  }

  forget() {
    this.kept = null;
  }

  /** The changes that paste, and the area that they fill; null when there is no room. */
  paste(session: Session, sheet: Sheet, at: Area, text: string, html: string, valuesOnly = false) {
    const own = this.kept && this.kept.text.replace(/\r\n?/g, '\n') === text.replace(/\r\n?/g, '\n') ? this.kept : null;
    const table = !own && html ? tableOf(html) : null;
    const rows: readonly (readonly unknown[])[] = own ? own.cells : (table ?? linesOf(text));
    const size = { rows: rows.length, columns: rows.reduce((most, row) => Math.max(most, row.length), 0) };
    const to = target(at, size);
    if (size.columns < 1 || to.bottom > MAX_ROW || to.right > MAX_COLUMN || isCuttingMerge(sheet, to)) return null;
    if ((to.bottom - to.top + 1) * (to.right - to.left + 1) > MOST_CELLS) return null;
    const cells: Placed[] = [];
    for (let row = to.top; row <= to.bottom; row++) {
      for (let column = to.left; column <= to.right; column++) {
        const [y, x] = [(row - to.top) % size.rows, (column - to.left) % size.columns];
        const old = sheet.cells.get(row)?.get(column);
        let cell: Cell | undefined;
        if (own) cell = this.ownCell(session, sheet.id, own, y, x, row, column, old, valuesOnly);
        else if (table) cell = foreignCell(session, old, table[y]?.[x], valuesOnly);
        else
          cell = cellOf(session, old, linesText(rows, y, x)) ?? {
            value: linesText(rows, y, x),
            look: old?.look ?? PLAIN,
          };
        cells.push({ row, column, cell });
      }
    }
    const changes: Change[] = [];
    if (own?.cut) {
      const from = session.book.sheets.find(({ id }) => id === own.sheet);
      if (from) changes.push(...emptyCells(from, own.area));
      this.forget();
    }
    changes.push({ kind: 'cells', sheet: sheet.id, cells });
    return { changes, area: to };
  }

  private ownCell(
    session: Session,
    sheet: string,
    own: Kept,
    y: number,
    x: number,
    row: number,
    column: number,
    old: Cell | undefined,
    valuesOnly: boolean,
  ): Cell | undefined {
    const source = own.cells[y]?.[x];
    if (valuesOnly) return { value: source?.value ?? null, look: old?.look ?? PLAIN };
    // A formula that is cut keeps its references.
    const computed = source?.formula !== undefined && !session.calc.hasFixedValue(source, own.sheet);
    if (own.cut) return source && { ...source, ...(computed && { value: null }) };
    return copyCell(session, sheet, source, row - (own.rows[y] ?? row), column - (own.area.left + x));
  }
}

const linesText = (rows: readonly (readonly unknown[])[], y: number, x: number) => {
  const text = rows[y]?.[x];
  return typeof text === 'string' ? text : '';
};

function foreignCell(session: Session, old: Cell | undefined, pasted: Pasted | undefined, valuesOnly: boolean): Cell {
  const look = valuesOnly ? (old?.look ?? PLAIN) : (pasted?.look ?? PLAIN);
  const text = pasted?.text ?? '';
  return cellOf(session, { value: null, look }, text) ?? { value: text, look };
}

/** Cut cells leave their place with their looks. */
function emptyCells(sheet: Sheet, area: Area): Change[] {
  const cells: Placed[] = [];
  for (const [row, line] of sheet.cells) {
    if (row < area.top || row > area.bottom) continue;
    for (const column of line.keys())
      if (column >= area.left && column <= area.right) cells.push({ row, column, cell: undefined });
  }
  return cells.length > 0 ? [{ kind: 'cells', sheet: sheet.id, cells }] : [];
}

/** An area that is a multiple of what is pasted is filled; else the paste begins at its corner. */
function target(at: Area, size: { rows: number; columns: number }): Area {
  const [height, width] = [at.bottom - at.top + 1, at.right - at.left + 1];
  const fits = height % size.rows === 0 && width % size.columns === 0 && height < MAX_ROW && width < MAX_COLUMN;
  return fits ? at : { ...at, bottom: at.top + size.rows - 1, right: at.left + size.columns - 1 };
}
