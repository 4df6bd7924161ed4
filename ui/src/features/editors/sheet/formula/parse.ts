import { errorOf, type Value } from './values';
import { tokensOf, type Edge, type Reference, type Token } from './tokens';

/** A reference whose loose edges count from the cell of the formula, so that filled formulas share one tree. */
export type Relative = Reference;

export type Node =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'reference'; readonly reference: Relative }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly (Node | null)[] }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Node }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'array'; readonly rows: readonly (readonly Value[])[] };

/** A formula that is no formula. */
export class FormulaError extends Error {}

/** A formula that may be right, but says something that is not computed here. */
export class ForeignError extends Error {}

const loosen = (edge: Edge, from: number): Edge => (edge.fixed ? edge : { at: edge.at - from, fixed: false });

const relativeOf = (reference: Reference, row: number, column: number): Relative => ({
  ...reference,
  top: loosen(reference.top, row),
  bottom: loosen(reference.bottom, row),
  left: loosen(reference.left, column),
  right: loosen(reference.right, column),
});

const edgeKey = (edge: Edge) => (edge.fixed ? `$${edge.at}` : `${edge.at}`);

function keyOf(source: string, tokens: readonly Token[], row: number, column: number): string {
  let key = '';
  for (const token of tokens) {
    if (token.kind !== 'reference') key += `${source.slice(token.from, token.until)}\u0001`;
    else {
      const { sheet, top, left, bottom, right, shape } = relativeOf(token.reference, row, column);
      const edges = [top, left, bottom, right].map(edgeKey).join(',');
      key += `\u0002${sheet === null ? '' : `${sheet}!`}${shape[0]}${shape.length}${edges}\u0001`;
    }
  }
  return key;
}

const LOOSEST = 1;
const levels: Record<string, number> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '>': 1,
  '<=': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
  ':': 7,
};

/** The tree that a name stands for in a formula, on a sheet that the formula names or not; null when there is none. */
export type NameTree = (name: string, sheet: string | null) => Node | null;

class Parser {
  private readonly tokens: readonly Token[];
  private readonly row: number;
  private readonly column: number;
  private readonly named: NameTree;
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], row: number, column: number, named: NameTree) {
    this.tokens = tokens;
    this.row = row;
    this.column = column;
    this.named = named;
  }

  whole(): Node {
    const node = this.expression(LOOSEST);
    if (this.tokens[this.at]) throw this.wrong();
    return node;
  }

  private wrong() {
    return this.tokens.some(({ kind }) => kind === 'foreign') ? new ForeignError() : new FormulaError();
  }

  private unknown(): never {
    throw new ForeignError();
  }

  private is(text: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'operator' && token.text === text;
  }

  private accept(text: string): boolean {
    const found = this.is(text);
    if (found) this.at++;
    return found;
  }

  private expect(text: string) {
    if (!this.accept(text)) throw this.wrong();
  }

  private expression(least: number): Node {
    if (++this.depth > 200) throw new FormulaError();
    let left = this.readSigned();
    for (;;) {
      const token = this.tokens[this.at];
      if (token?.kind !== 'operator') break;
      if (token.text === '%') {
        this.at++;
        left = { kind: 'unary', operator: '%', of: left };
        continue;
      }
      const level = levels[token.text];
      if (level === undefined || level < least) break;
      this.at++;
      left = { kind: 'binary', operator: token.text, left, right: this.expression(level + 1) };
    }
    this.depth--;
    return left;
  }

  private readSigned(): Node {
    for (const operator of ['-', '+', '@']) {
      // A sign binds closer than a power: -2^2 is 4.
      if (this.accept(operator)) {
        const of = this.expression(6);
        return operator === '-' ? { kind: 'unary', operator, of } : of;
      }
    }
    return this.operand();
  }

  private operand(): Node {
    const token = this.tokens[this.at];
    if (!token) throw this.wrong();
    this.at++;
    switch (token.kind) {
      case 'number':
        return { kind: 'value', value: Number(token.text) };
      case 'text':
        return { kind: 'value', value: token.text };
      case 'error':
        return { kind: 'value', value: errorOf(token.text) };
      case 'reference':
        return { kind: 'reference', reference: relativeOf(token.reference, this.row, this.column) };
      case 'function':
        return this.call(token.text);
      case 'name':
        if (token.sheet === null && /^(true|false)$/i.test(token.text))
          return { kind: 'value', value: /^true$/i.test(token.text) };
        return this.named(token.text, token.sheet) ?? this.unknown();
      case 'operator':
        return this.readBracketed(token.text);
      default:
        throw new ForeignError();
    }
  }

  private readBracketed(text: string): Node {
    if (text === '{') return this.array();
    if (text !== '(') throw this.wrong();
    const inner = this.expression(LOOSEST);
    if (this.is(',')) throw new ForeignError(); // several areas as one
    this.expect(')');
    return inner;
  }

  private call(written: string): Node {
    const name = written.toUpperCase().replace(/^(_XLFN\.)?(_XLWS\.)?/, '');
    this.expect('(');
    const args: (Node | null)[] = [];
    if (this.accept(')')) return { kind: 'call', name, args };
    for (;;) {
      args.push(this.is(',') || this.is(')') ? null : this.expression(LOOSEST));
      if (this.accept(')')) return { kind: 'call', name, args };
      this.expect(',');
    }
  }

  private array(): Node {
    const rows: Value[][] = [[]];
    for (;;) {
      const negative = this.accept('-');
      const item = this.operand();
      if (item.kind !== 'value') throw new FormulaError();
      rows.at(-1)?.push(negative ? -Number(item.value) : item.value);
      if (this.accept('}')) return { kind: 'array', rows };
      if (this.accept(';')) rows.push([]);
      else this.expect(',');
    }
  }
}

/** What names stand for: the formula, and the id of the sheet that it counts on. */
export interface NameScope {
  /** The formula of a name that counts on a sheet, by its id or the name that a formula says; undefined when there is none. */
  readonly formulaOf: (name: string, home: string | undefined, sheet: string | null) => string | undefined;
}

/** A name that is made of itself ends somewhere, and so does one of many that are made of many. */
const MOST_NAMES_WITHIN = 20;
const MOST_PARTS = 20_000;

/** Reads formulas. Those that a fill made from one another share a tree. */
export class FormulaReader {
  private known = new Map<string, Node>();
  private readonly names: NameScope | undefined;
  private within = 0;
  /** The parts of trees, with those of the names in them. */
  private readonly sizes = new WeakMap<Node, number>();
  private size = 0;

  constructor(names?: NameScope) {
    this.names = names;
  }

  /** Names stand for something else now. */
  forget() {
    this.known = new Map();
  }

  /** The tree of the formula of a cell, with what names stand for on its sheet. Throws FormulaError and ForeignError. */
  read(source: string, row: number, column: number, home?: string): Node {
    const tokens = tokensOf(source);
    // A name may be another one on another sheet.
    const at = home !== undefined && tokens.some(({ kind }) => kind === 'name') ? `${home}\u0003` : '';
    const key = at + keyOf(source, tokens, row, column);
    const known = this.known.get(key);
    if (known) return known;
    const outer = this.size;
    this.size = tokens.length;
    const node = new Parser(tokens, row, column, (name, sheet) => this.readName(name, home, sheet)).whole();
    if (this.size > MOST_PARTS) throw new ForeignError();
    this.sizes.set(node, this.size);
    this.size = outer;
    if (this.known.size > 50_000) this.known.clear();
    this.known.set(key, node);
    return node;
  }

  /** The tree of a name: its loose references count from the cell of the formula, as if it stood in A1. */
  private readName(name: string, home: string | undefined, sheet: string | null): Node | null {
    const formula = this.names?.formulaOf(name, home, sheet);
    if (formula === undefined) return null;
    if (++this.within > MOST_NAMES_WITHIN) {
      this.within = 0;
      throw new ForeignError();
    }
    try {
      const node = this.read(formula, 1, 1, home);
      this.size += this.sizes.get(node) ?? 0;
      return node;
    } catch (error) {
      throw error instanceof FormulaError ? new ForeignError() : error;
    } finally {
      this.within = Math.max(0, this.within - 1);
    }
  }
}
