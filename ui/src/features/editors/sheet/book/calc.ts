import type { Area } from '../formula/address';
import { cellsOf, result } from '../formula/evaluate';
import { Unknown, type Scope } from '../formula/operand';
import { FormulaReader, type Node } from '../formula/parse';
import { errors, isError, type Value } from '../formula/values';
import { eachCell, type Book, type Cell, type Sheet } from './book';
import { findHider } from './hiding';
import { cellKey, factsOf, Watch, type Entry } from './watch';

export interface Computed {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** Whether a value is that of the file, but for the last digits of a number. */
function isSame(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= Math.max(1e-9 * Math.max(Math.abs(a), Math.abs(b)), 1e-14);
  }
  return isError(a) && isError(b) ? a.code === b.code : a === b;
}

/** The value of a cell that a formula reads. */
function knownValue(cell: Cell | undefined): Value {
  if (cell?.value === null && cell.formula !== undefined) throw new Unknown();
  return cell?.value ?? null;
}

/** Computes the formulas of a workbook again as cells change, in the order in which they need each other. */
export class Calc {
  private readonly book: Book;
  private readonly reader: FormulaReader;
  private names: Book['names'];
  private entries = new Map<string, Map<number, Entry>>();
  private watches = new Map<string, Watch>();
  private changing = new Set<Entry>();
  private queue: Entry[] = [];
  /** How many of the queue are done. */
  private done = 0;
  /** A formula that is being computed, and those that it waits for. */
  private stack: Entry[] = [];
  private unread: { sheet: Sheet; rows: IterableIterator<[number, Map<number, Cell>]> }[] = [];
  /** Called with each cell whose value is another one. */
  private readonly changed: (cell: Computed) => void;
  private seeking = 0;
  /** Formulas whose values are those of the file, and were not compared yet. */
  private unproven: Entry[] = [];
  private proven = false;
  private keepsSome = false;

  constructor(book: Book, changed: (cell: Computed) => void) {
    this.book = book;
    this.changed = changed;
    this.names = book.names;
    this.reader = new FormulaReader({ formulaOf: (name, home, sheet) => book.formulaOf(name, home, sheet) });
    this.reset();
  }

  /** Forgets all formulas: they are read again, in parts by `prepare`, or with the next change. */
  reset() {
    if (this.names !== this.book.names) this.reader.forget();
    this.names = this.book.names;
    this.entries = new Map();
    this.watches = new Map();
    this.changing = new Set();
    this.queue = [];
    this.done = 0;
    this.stack = [];
    this.unread = this.book.sheets.map((sheet) => ({ sheet, rows: sheet.cells.entries() }));
  }

  /** Reads formulas until the time is up; whether all are read. */
  prepare(until = Infinity): boolean {
    for (let next = this.unread[0]; next; next = this.unread[0]) {
      for (let item = next.rows.next(); !item.done; item = next.rows.next()) {
        const [row, line] = item.value;
        for (const [column, cell] of line) if (cell.formula !== undefined) this.add(next.sheet.id, row, column, cell);
        if (performance.now() > until) return false;
      }
      this.unread.shift();
    }
    return true;
  }

  /** Compares the values of the file with those that are computed here, until the time is up; whether all are. */
  prove(until = Infinity): boolean {
    if (!this.prepare(until)) return false;
    for (let entry = this.unproven.pop(); entry; entry = this.unproven.pop()) {
      this.compare(entry);
      if (performance.now() > until) return false;
    }
    this.proven = true;
    return true;
  }

  private compare(entry: Entry) {
    const line = this.book.sheet(entry.sheet).cells.get(entry.row);
    const cell = line?.get(entry.column);
    if (!line || !cell || !entry.node || entry.dead || entry.state !== 'clean') return;
    const value = this.valueOf(entry, entry.node);
    // What it reads is not known: nothing is said of it.
    if (value === null || isSame(value, cell.value)) return;
    // Programs that compute nothing write 0, and ask others to compute.
    if (this.book.stale && cell.value === 0) this.soil(entry);
    else this.keep(entry, line, cell);
  }

  private keep(entry: Entry, line: Map<number, Cell>, cell: Cell) {
    entry.kept = this.keepsSome = true;
    line.set(entry.column, { ...cell, kept: true });
  }

  private add(sheet: string, row: number, column: number, cell: Cell): Entry {
    let node: Node | null = null;
    try {
      node = this.reader.read(cell.formula ?? '', row, column, sheet);
    } catch {
      // It keeps its value.
    }
    const facts = node && factsOf(node);
    if (facts?.foreign || cell.array) node = null;
    const kept = cell.kept ?? false;
    this.keepsSome ||= kept;
    const entry: Entry = {
      sheet,
      row,
      column,
      node,
      facts,
      state: 'clean',
      dead: false,
      cycle: false,
      kept,
      stirred: false,
    };
    let entries = this.entries.get(sheet);
    if (!entries) this.entries.set(sheet, (entries = new Map()));
    entries.set(cellKey(row, column), entry);
    if (!node || !facts) return entry;
    if (facts.volatile) this.changing.add(entry);
    for (const { of, area } of this.reads(entry)) this.watch(of).add(area, entry);
    if (cell.value !== null) {
      if (!this.proven && !facts.timed) this.unproven.push(entry);
    } else if (!kept) this.soil(entry); // a program that computes nothing wrote it
    return entry;
  }

  private watch(sheet: string): Watch {
    let watch = this.watches.get(sheet);
    if (!watch) this.watches.set(sheet, (watch = new Watch()));
    return watch;
  }

  private reads(entry: Entry) {
    return (entry.facts?.references ?? []).flatMap((reference) => {
      const of = reference.sheet === null ? entry.sheet : this.book.sheetByName(reference.sheet)?.id;
      const area = cellsOf(reference, entry.row, entry.column);
      return of === undefined || !area ? [] : [{ of, area }];
    });
  }

  /** The tree of a formula whose loose references count from nowhere. Throws FormulaError and ForeignError. */
  tree = (formula: string, sheet?: string) => this.reader.read(formula, 0, 0, sheet);

  /** Whether a formula of a sheet can be computed here. Throws FormulaError when it is none. */
  canCompute(formula: string, sheet: string | undefined): boolean {
    return !factsOf(this.reader.read(formula, 1, 1, sheet)).foreign;
  }

  /** Whether a cell keeps the value that the file has, because its formula is not computed here. */
  hasFixedValue(cell: Cell, sheet: string): boolean {
    if (cell.array || cell.kept) return true;
    try {
      return cell.formula !== undefined && !this.canCompute(cell.formula, sheet);
    } catch {
      return true;
    }
  }

  /** Takes note that a cell is another one now. */
  touch(sheet: string, row: number, column: number) {
    this.prepare();
    this.unwind();
    const key = cellKey(row, column);
    const old = this.entries.get(sheet)?.get(key);
    if (old) {
      old.dead = true;
      this.changing.delete(old);
      this.entries.get(sheet)?.delete(key);
    }
    const cell = this.book.cell(sheet, row, column);
    if (cell?.formula !== undefined) {
      const entry = this.add(sheet, row, column, cell);
      // A value that is not computed here comes back with its cell.
      if (cell.value !== null && (cell.kept || !entry.node)) this.changed(entry);
      else if (!cell.kept) this.soil(entry);
    }
    this.soilReaders(sheet, row, column);
    this.stirKept(sheet, row, column);
  }

  /** All that changes by itself, such as the date of today, is computed again. */
  stir() {
    this.prepare();
    this.unwind();
    for (const entry of this.changing) if (!entry.kept) this.soil(entry);
  }

  private stirKept(sheet: string, row: number, column: number) {
    if (!this.keepsSome) return;
    this.watches.get(sheet)?.readers(row, column, (entry) => {
      entry.stirred = true;
    });
  }

  private soil(first: Entry) {
    if (first.dead || first.state === 'dirty' || !first.node) return;
    first.state = 'dirty';
    this.queue.push(first);
    this.soilReaders(first.sheet, first.row, first.column);
  }

  private soilReaders(sheet: string, row: number, column: number) {
    const open: Computed[] = [{ sheet, row, column }];
    for (let cell = open.pop(); cell; cell = open.pop()) {
      this.watches.get(cell.sheet)?.readers(cell.row, cell.column, (entry) => {
        if (entry.dead || entry.state === 'dirty') return;
        entry.state = 'dirty';
        this.queue.push(entry);
        open.push(entry);
      });
    }
  }

  /** Computes until the time is up; whether nothing is left to compute. */
  run(until = Infinity): boolean {
    for (;;) {
      if (!this.settle(this.stack, until)) return false;
      const entry = this.queue[this.done++];
      if (!entry) break;
      if (!entry.dead && entry.state === 'dirty') this.stack.push(entry);
    }
    this.queue = [];
    this.done = 0;
    return true;
  }

  /** Computes formulas after those that they read, until the time is up; whether all of them are done. */
  private settle(stack: Entry[], until: number): boolean {
    let count = 0;
    for (let entry = stack.at(-1); entry; entry = stack.at(-1)) {
      if (entry.dead || entry.state === 'clean') {
        stack.pop();
      } else if (entry.state === 'dirty') {
        entry.state = 'waiting';
        this.pushUnsettled(entry, stack);
      } else {
        stack.pop();
        this.compute(entry);
      }
      if (++count % 16 === 0 && performance.now() > until) return false;
    }
    return performance.now() <= until;
  }

  /** Cells that waited for others begin anew, as they may be others now. */
  private unwind() {
    for (const entry of this.stack) {
      if (entry.state === 'waiting') entry.state = 'dirty';
      this.queue.push(entry);
    }
    this.stack = [];
  }

  private pushUnsettled(entry: Entry, stack: Entry[]) {
    const visit = (other: Entry | undefined) => {
      if (!other || other.dead || other.state === 'clean') return;
      if (other.state === 'waiting') {
        // It waits for itself.
        for (let at = stack.length - 1; at >= 0; at--) {
          const member = stack[at];
          if (member?.state === 'waiting') member.cycle = true;
          if (member === other) break;
        }
      } else stack.push(other);
    };
    for (const { of, area } of this.reads(entry)) {
      const entries = this.entries.get(of);
      if (!entries) continue;
      if (area.top === area.bottom && area.left === area.right) visit(entries.get(cellKey(area.top, area.left)));
      else this.eachEntry(of, area, entries, visit);
    }
  }

  private eachEntry(sheet: string, area: Area, entries: Map<number, Entry>, visit: (entry: Entry) => void) {
    const { extent } = this.book.sheet(sheet);
    const [bottom, right] = [Math.min(area.bottom, extent.rows), Math.min(area.right, extent.columns)];
    if ((bottom - area.top + 1) * (right - area.left + 1) > entries.size) {
      for (const entry of entries.values()) {
        const { row, column } = entry;
        if (row >= area.top && row <= bottom && column >= area.left && column <= right) visit(entry);
      }
      return;
    }
    for (let row = area.top; row <= bottom; row++) {
      for (let column = area.left; column <= right; column++) {
        const entry = entries.get(cellKey(row, column));
        if (entry) visit(entry);
      }
    }
  }

  private compute(entry: Entry) {
    entry.state = 'clean';
    const line = this.book.sheet(entry.sheet).cells.get(entry.row);
    const cell = line?.get(entry.column);
    if (!line || !cell || !entry.node) return;
    const { stirred } = entry;
    entry.stirred = false;
    if (entry.kept && !stirred) return;
    const value = entry.kept ? null : entry.cycle ? errors.cycle : this.valueOf(entry, entry.node);
    entry.cycle = false;
    if (value === cell.value) return;
    line.set(entry.column, { ...cell, value });
    this.changed(entry);
    this.stirKept(entry.sheet, entry.row, entry.column);
  }

  private valueOf(entry: Entry, node: Node): Value {
    if (!entry.facts?.seeks || this.seeking > 50) return result(node, this.scope(entry));
    this.seeking++;
    try {
      return result(node, this.scope(entry));
    } finally {
      this.seeking--;
    }
  }

  private scope({ sheet, row, column }: Computed): Scope {
    const { book } = this;
    let [last, cells] = ['', undefined as Sheet['cells'] | undefined];
    const rowsOf = (of: string) => {
      if (of !== last) [last, cells] = [of, book.sheet(of).cells];
      return cells;
    };
    return {
      sheet,
      row,
      column,
      value: (of, y, x) => {
        if (this.seeking > 0) this.settleAt(of, y, x);
        return knownValue(rowsOf(of)?.get(y)?.get(x));
      },
      each: (of, area, take) =>
        eachCell(book.sheet(of), area, (y, x) => {
          if (this.seeking > 0) this.settleAt(of, y, x);
          take(y, x, knownValue(rowsOf(of)?.get(y)?.get(x)));
        }),
      extent: (of) => book.sheet(of).extent,
      sheetNamed: (name) => book.sheetByName(name)?.id ?? null,
      hidden: (sheet, row) => findHider(book.sheet(sheet), row),
      formula: (of, y, x) => book.cell(of, y, x)?.formula ?? null,
      epoch: book.epoch,
      now: () => new Date(),
      array: rowsOf(sheet)?.get(row)?.get(column)?.spreads ?? false,
    };
  }

  private settleAt(sheet: string, row: number, column: number) {
    const entry = this.entries.get(sheet)?.get(cellKey(row, column));
    if (entry?.state === 'dirty' && this.seeking <= 50) this.settle([entry], Infinity);
  }

  /** The cells that a formula reads in a circle, itself first; empty when there is no circle. */
  circleOf(sheet: string, row: number, column: number): Computed[] {
    const first = this.entries.get(sheet)?.get(cellKey(row, column));
    if (!first) return [];
    const from = new Map<Entry, Entry | null>([[first, null]]);
    for (const entry of from.keys()) {
      for (const { of, area } of this.reads(entry)) {
        const entries = this.entries.get(of);
        let closes = false;
        if (entries) {
          this.eachEntry(of, area, entries, (other) => {
            if (other === first) closes = true;
            else if (!from.has(other) && from.size < 1000) from.set(other, entry);
          });
        }
        if (!closes) continue;
        const circle: Computed[] = [];
        for (let at: Entry | null | undefined = entry; at; at = from.get(at)) circle.unshift(at);
        return circle;
      }
    }
    return [];
  }
}
