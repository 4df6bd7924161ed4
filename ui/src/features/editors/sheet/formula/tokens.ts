import { columnNumber, MAX_COLUMN, MAX_ROW } from './address';

/** One side of a reference: its number, and whether it stays where it is when the formula moves. */
export interface Edge {
  readonly at: number;
  readonly fixed: boolean;
}

/** A cell, an area, or whole rows or columns. */
export interface Reference {
  readonly sheet: string | null;
  readonly top: Edge;
  readonly left: Edge;
  readonly bottom: Edge;
  readonly right: Edge;
  readonly shape: 'cell' | 'area' | 'rows' | 'columns';
}

export type Token = { readonly from: number; readonly until: number } & (
  | { readonly kind: 'number' | 'text' | 'function' | 'error' | 'operator'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string; readonly sheet: string | null }
  | { readonly kind: 'reference'; readonly reference: Reference }
  /** A reference that is not understood here: tables, other workbooks. */
  | { readonly kind: 'foreign'; readonly text: string }
);

const BLANK = /[ \t\r\n]+/y;
const PREFIX = /(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!/uy;
const CELLS = /(\$?)([a-z]{1,3})(\$?)(\d{1,7})(?::(\$?)([a-z]{1,3})(\$?)(\d{1,7}))?(?![\p{L}\p{N}_.(!])/iuy;
const COLUMNS = /(\$?)([a-z]{1,3}):(\$?)([a-z]{1,3})(?![\p{L}\p{N}_.(!])/iuy;
const ROWS = /(\$?)(\d{1,7}):(\$?)(\d{1,7})(?![\p{L}\p{N}_.(!])/uy;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const TEXT = /"((?:[^"]|"")*)"/y;
const ERROR = /#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|CYCLE!)/iy;
const NAME = /[\p{L}_\\][\p{L}\p{M}\p{N}_.\\]*/uy;
const OPERATOR = /<>|<=|>=|[-+*/^&=<>%(){},;:@]/y;

const edge = (fixed: string | undefined, at: number): Edge => ({ at, fixed: fixed === '$' });

const inOrder = (a: Edge, b: Edge) => (a.at <= b.at ? ([a, b] as const) : ([b, a] as const));

function referenceAt(source: string, at: number, sheet: string | null): [Reference, number] | null {
  for (const pattern of [CELLS, COLUMNS, ROWS]) pattern.lastIndex = at;
  const cells = CELLS.exec(source);
  if (cells) {
    const [all, f1, c1 = '', f2, r1 = '', f3 = f1, c2 = c1, f4 = f2, r2 = r1] = cells;
    const [left, right] = inOrder(edge(f1, columnNumber(c1)), edge(f3, columnNumber(c2)));
    const [top, bottom] = inOrder(edge(f2, Number(r1)), edge(f4, Number(r2)));
    if (right.at > MAX_COLUMN || bottom.at > MAX_ROW || top.at < 1) return null;
    return [{ sheet, top, left, bottom, right, shape: all.includes(':') ? 'area' : 'cell' }, at + all.length];
  }
  const columns = COLUMNS.exec(source);
  if (columns) {
    const [all, f1, c1 = '', f2, c2 = ''] = columns;
    const [left, right] = inOrder(edge(f1, columnNumber(c1)), edge(f2, columnNumber(c2)));
    if (right.at > MAX_COLUMN) return null;
    const reference = { sheet, top: edge('$', 1), left, bottom: edge('$', MAX_ROW), right, shape: 'columns' } as const;
    return [reference, at + all.length];
  }
  const rows = ROWS.exec(source);
  if (!rows) return null;
  const [all, f1, r1 = '', f2, r2 = ''] = rows;
  const [top, bottom] = inOrder(edge(f1, Number(r1)), edge(f2, Number(r2)));
  if (bottom.at > MAX_ROW || top.at < 1) return null;
  return [{ sheet, top, left: edge('$', 1), bottom, right: edge('$', MAX_COLUMN), shape: 'rows' }, at + all.length];
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function tokenAt(source: string, from: number): Token {
  const text = matchAt(TEXT, source, from);
  if (text) return { kind: 'text', text: (text[1] ?? '').replaceAll('""', '"'), from, until: from + text[0].length };
  const prefix = matchAt(PREFIX, source, from);
  const begin = prefix ? from + prefix[0].length : from;
  const sheet = prefix ? (prefix[1]?.replaceAll("''", "'") ?? prefix[2] ?? '') : null;
  const reference = sheet?.includes('[') ? null : referenceAt(source, begin, sheet);
  if (reference) return { kind: 'reference', reference: reference[0], from, until: reference[1] };
  const error = matchAt(ERROR, source, begin);
  if (error) return { kind: 'error', text: error[0].toUpperCase(), from, until: begin + error[0].length };
  const named = prefix && !sheet?.includes('[') ? matchAt(NAME, source, begin) : null;
  if (named) return { kind: 'name', text: named[0], sheet, from, until: begin + named[0].length };
  if (prefix) return { kind: 'foreign', text: prefix[0], from, until: begin };
  const number = matchAt(NUMBER, source, from);
  if (number) return { kind: 'number', text: number[0], from, until: from + number[0].length };
  const name = matchAt(NAME, source, from);
  if (name) {
    const until = from + name[0].length;
    if (source[until] === '(') return { kind: 'function', text: name[0], from, until };
    return { kind: 'name', text: name[0], sheet: null, from, until };
  }
  const operator = matchAt(OPERATOR, source, from);
  if (operator) return { kind: 'operator', text: operator[0], from, until: from + operator[0].length };
  return { kind: 'foreign', text: source[from] ?? '', from, until: from + 1 };
}

/** The parts of a formula, without the sign of equality before it. Blanks between them are left out. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length;) {
    const blank = matchAt(BLANK, source, at);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    const token = tokenAt(source, at);
    tokens.push(token);
    at = token.until;
  }
  return tokens;
}
