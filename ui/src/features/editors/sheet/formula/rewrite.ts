import { latinDigits } from '~/kit/digits';
import { columnLetters, MAX_COLUMN, MAX_ROW, sheetPrefix } from './address';
import { tokensOf, type Edge, type Reference } from './tokens';

const edgeText = (edge: Edge, name: string) => (edge.fixed ? `$${name}` : name);

/** A reference without the name of its sheet. */
function referenceText({ top, left, bottom, right, shape }: Reference): string {
  const rows = [edgeText(top, `${top.at}`), edgeText(bottom, `${bottom.at}`)] as const;
  const columns = [edgeText(left, columnLetters(left.at)), edgeText(right, columnLetters(right.at))] as const;
  if (shape === 'rows') return `${rows[0]}:${rows[1]}`;
  if (shape === 'columns') return `${columns[0]}:${columns[1]}`;
  return shape === 'cell' ? columns[0] + rows[0] : `${columns[0]}${rows[0]}:${columns[1]}${rows[1]}`;
}

/** Writes each reference of a formula anew; null is #REF!, as is one of a sheet before a name. The rest stays as it is. */
function rewrite(
  source: string,
  change: (reference: Reference) => Reference | null | undefined,
  ofName: (sheet: string) => string | null = (sheet) => sheet,
): string {
  let text = '';
  let done = 0;
  for (const token of tokensOf(source)) {
    if (token.kind === 'name' && token.sheet !== null) {
      const sheet = ofName(token.sheet);
      if (sheet === token.sheet) continue;
      text += source.slice(done, token.from) + (sheet === null ? '#REF!' : sheetPrefix(sheet) + token.text);
      done = token.until;
    }
    if (token.kind !== 'reference') continue;
    const changed = change(token.reference);
    if (changed === undefined) continue;
    const prefix = changed?.sheet == null ? '' : sheetPrefix(changed.sheet);
    text += source.slice(done, token.from) + (changed ? prefix + referenceText(changed) : '#REF!');
    done = token.until;
  }
  return text + source.slice(done);
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Rows or columns that come into a sheet or leave it. */
export interface Shift {
  readonly sheet: string;
  readonly axis: 'rows' | 'columns';
  readonly kind: 'insert' | 'delete';
  readonly at: number;
  readonly count: number;
}

/** Where the edges of an area are after a shift; null when all of it is gone. */
export function shiftSpan(
  from: number,
  until: number,
  { kind, at, count }: Shift,
  most: number,
): [number, number] | null {
  if (kind === 'insert') {
    const next = (edge: number) => (edge >= at ? edge + count : edge);
    return next(from) > most ? null : [next(from), Math.min(most, next(until))];
  }
  const end = at + count;
  if (from >= at && until < end) return null;
  const first = from >= end ? from - count : Math.min(from, at);
  const last = until >= end ? until - count : until >= at ? at - 1 : until;
  return [first, last];
}

/** A formula of a cell of the sheet `home` after a shift. */
export function shiftFormula(source: string, home: string, shift: Shift): string {
  return rewrite(source, (reference) => {
    if (!isSameName(reference.sheet ?? home, shift.sheet)) return undefined;
    if (reference.shape === 'columns' && shift.axis === 'rows') return undefined;
    if (reference.shape === 'rows' && shift.axis === 'columns') return undefined;
    const { top, left, bottom, right } = reference;
    if (shift.axis === 'rows') {
      const edges = shiftSpan(top.at, bottom.at, shift, MAX_ROW);
      if (edges?.[0] === top.at && edges[1] === bottom.at) return undefined;
      return edges && { ...reference, top: { ...top, at: edges[0] }, bottom: { ...bottom, at: edges[1] } };
    }
    const edges = shiftSpan(left.at, right.at, shift, MAX_COLUMN);
    if (edges?.[0] === left.at && edges[1] === right.at) return undefined;
    return edges && { ...reference, left: { ...left, at: edges[0] }, right: { ...right, at: edges[1] } };
  });
}

function moveEdge(edge: Edge, by: number, most: number): Edge | null {
  if (edge.fixed) return edge;
  const at = edge.at + by;
  return at >= 1 && at <= most ? { at, fixed: false } : null;
}

/** A formula that is copied so many rows and columns further. */
export function moveFormula(source: string, rows: number, columns: number): string {
  return rewrite(source, (reference) => {
    const top = moveEdge(reference.top, rows, MAX_ROW);
    const bottom = moveEdge(reference.bottom, rows, MAX_ROW);
    const left = moveEdge(reference.left, columns, MAX_COLUMN);
    const right = moveEdge(reference.right, columns, MAX_COLUMN);
    return top && bottom && left && right ? { ...reference, top, bottom, left, right } : null;
  });
}

/** A formula after a sheet got another name, or after it was deleted (null). */
export const renameSheet = (source: string, old: string, fresh: string | null): string =>
  rewrite(
    source,
    (reference) => {
      if (reference.sheet === null || !isSameName(reference.sheet, old)) return undefined;
      return fresh === null ? null : { ...reference, sheet: fresh };
    },
    (sheet) => (isSameName(sheet, old) ? fresh : sheet),
  );

const SIGNS: Record<string, string> = { '؛': ',', '،': ',', '٫': '.', '٪': '%', '×': '*', '÷': '/', '−': '-' };

const plainPart = (part: string) =>
  latinDigits(part)
    .replace(/[؛،٫٪×÷−]/g, (sign) => SIGNS[sign] ?? sign)
    // In braces it begins another row.
    .replace(/\{[^}]*\}|;/g, (all) => (all === ';' ? ',' : all));

/** A typed formula as workbooks write it: Persian digits and signs become those of formulas, texts stay. */
export function plainFormula(source: string): string {
  return source
    .split(/("(?:[^"]|"")*"|'(?:[^']|'')*'!)/)
    .map((part, at) => (at % 2 === 1 ? part : plainPart(part)))
    .join('');
}

/** The references of a formula with their places in its text, for marks in the sheet. */
export function referencesIn(source: string) {
  return tokensOf(source).flatMap((token) =>
    token.kind === 'reference' ? [{ from: token.from, until: token.until, reference: token.reference }] : [],
  );
}

/** Gives the reference at a place of a text the next of its four forms: A1, $A$1, A$1, $A1. */
export function cycleFixed(source: string, place: number): { text: string; place: number } | null {
  const found = referencesIn(source).find(({ from, until }) => place >= from && place <= until);
  if (!found) return null;
  const { top, left, bottom, right } = found.reference;
  const forms = [
    [false, false],
    [true, true],
    [true, false],
    [false, true],
  ] as const;
  const now = forms.findIndex(([row, column]) => row === top.fixed && column === left.fixed);
  const [row, column] = forms[(now + 1) % 4] ?? forms[0];
  const turned = {
    ...found.reference,
    top: { ...top, fixed: row },
    bottom: { ...bottom, fixed: row },
    left: { ...left, fixed: column },
    right: { ...right, fixed: column },
  };
  const prefix = turned.sheet === null ? '' : sheetPrefix(turned.sheet);
  const text = prefix + referenceText(turned);
  return { text: source.slice(0, found.from) + text + source.slice(found.until), place: found.from + text.length };
}
