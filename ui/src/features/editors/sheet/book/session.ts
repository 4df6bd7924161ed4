import { createEmitter } from '~/kit/store';
import type { Area } from '../formula/address';
import type { Book } from './book';
import { Calc, type Computed } from './calc';
import { apply } from './change';
import type { Change, Touched } from './effect';
import { fewer, valueOp, type CellOp, type Op } from './ops';

/** Where the user is. */
export interface Spot {
  readonly sheet: string;
  readonly area: Area;
}

interface Step {
  readonly id: number;
  readonly changes: readonly Change[];
  readonly inverse: readonly Change[];
  readonly spot: Spot | null;
}

/** The operations that the server does not have yet, and how far they reach. */
export interface Written {
  readonly ops: readonly Op[];
  readonly stamp: number;
}

const hasRemoval = ({ changes }: Step) => changes.some(({ kind }) => kind === 'remove');

const MOST_STEPS = 200;
/** Computing longer than this goes on after the next paint. */
const SLICE = 12;

/** A workbook while it is edited: what was done, how it is undone, and what the server does not know yet. */
export class Session {
  readonly book: Book;
  readonly calc: Calc;
  private undos: Step[] = [];
  private redos: Step[] = [];
  private log: { step: number; op: Op }[] = [];
  /** How many steps of the log are on their way, or may be. */
  private sent = 0;
  private stamp = 0;
  private readonly stamps = new Map<number, number>();
  /** Cells whose computed value the server does not have, with the stamp at which they got it. */
  private readonly computed = new Map<string, Map<number, number>>();
  private number = 0;
  private revision = 0;
  private readonly lines = new Map<string, number>();
  private looked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly shown = createEmitter();
  private readonly edits = createEmitter();
  busy = false;

  constructor(book: Book) {
    this.book = book;
    this.calc = new Calc(book, (cell) => this.onComputed(cell));
  }

  /** Called when anything that is shown changes. */
  readonly subscribe = (listener: () => void) => this.shown.subscribe(listener);
  /** Called when there is something to save. */
  readonly onEdit = (listener: () => void) => this.edits.subscribe(listener);
  readonly snapshot = () => this.revision;

  /** Another number when a row of a sheet has to be drawn again. */
  lineRevision = (sheet: string, row: number) => (this.lines.get(`${sheet}:${row}`) ?? 0) + this.looked * 1e6;

  /** Another number when rows, columns, sizes or sheets are others than before. */
  get looks() {
    return this.looked;
  }

  get canUndo() {
    const last = this.undos.at(-1);
    return last !== undefined && (!hasRemoval(last) || this.isUnsent(last.id));
  }
  get canRedo() {
    return this.redos.length > 0;
  }
  get isDirty() {
    return this.log.length > 0;
  }

  private onComputed({ sheet, row, column }: Computed) {
    this.mark(sheet, row);
    let cells = this.computed.get(sheet);
    if (!cells) this.computed.set(sheet, (cells = new Map()));
    cells.set(row * 16_384 + column - 1, this.stamp);
  }

  private mark(sheet: string, row: number) {
    const key = `${sheet}:${row}`;
    this.lines.set(key, (this.lines.get(key) ?? 0) + 1);
  }

  private show() {
    this.revision++;
    this.shown.emit();
  }

  /** Does something that can be undone as a whole, and `then` what follows from the values that it gave. */
  perform(changes: readonly Change[], spot: Spot | null = null, then?: () => readonly Change[]): void {
    if (changes.length === 0) return;
    const id = ++this.number;
    const inverse = this.applyAll(changes, id);
    const more = then?.() ?? [];
    const step: Step =
      more.length === 0
        ? { id, changes, inverse, spot }
        : { id, changes: [...changes, ...more], inverse: [...this.applyAll(more, id), ...inverse], spot };
    this.redos = [];
    this.undos.push(step);
    if (this.undos.length > MOST_STEPS) this.undos.shift();
  }

  private applyAll(changes: readonly Change[], id: number): Change[] {
    // The values of the file are compared with what they were computed of.
    this.calc.prove();
    // Places to compute are about to move.
    if (changes.some(({ kind }) => kind !== 'cells' && kind !== 'sizes')) this.calc.run();
    // One list for each change: a change may have more cells than a call may have arguments.
    const inverses: (readonly Change[])[] = [];
    const touched: (readonly Touched[])[] = [];
    let structure = false;
    try {
      for (const change of changes) {
        const found = apply(this.book, change);
        inverses.push(found.inverse);
        for (const op of found.ops) this.log.push({ step: id, op });
        if (found.structure) this.moveComputed(change);
        touched.push(found.touched);
        structure ||= found.structure;
        if (change.kind !== 'cells') this.looked++;
        else for (const { row } of change.cells) this.mark(change.sheet, row);
      }
      if (structure) this.calc.reset();
      for (const { sheet, row, column } of touched.flat()) {
        if (this.book.sheets.some(({ id: of }) => of === sheet)) this.calc.touch(sheet, row, column);
      }
      this.calc.stir();
      this.compute();
    } finally {
      // The cells are others already: they are saved whatever happened behind that.
      this.edits.emit();
    }
    return inverses.toReversed().flat();
  }

  /** Values that the server does not know yet lie in other places then: it is told all that formulas of the sheet say. */
  private moveComputed(change: Change) {
    if (change.kind === 'remove') this.computed.delete(change.sheet);
    if (change.kind !== 'shift') return;
    const cells = this.computed.get(change.sheet);
    if (!cells) return;
    const { way, axis, at, count } = change;
    const kept = new Map<number, number>();
    for (const [key, stamp] of cells) {
      const [row, column] = [Math.floor(key / 16_384), (key % 16_384) + 1];
      const place = axis === 'rows' ? row : column;
      if (way === 'delete' && place >= at && place < at + count) continue;
      const by = place < at ? 0 : way === 'insert' ? count : -count;
      kept.set(axis === 'rows' ? (row + by) * 16_384 + column - 1 : row * 16_384 + column + by - 1, stamp);
    }
    this.computed.set(change.sheet, kept);
  }

  /** Computes for a moment, and goes on later when that was not enough. */
  compute() {
    clearTimeout(this.timer);
    this.busy = !this.calc.run(performance.now() + SLICE);
    if (this.busy) this.timer = setTimeout(() => this.compute(), 4);
    this.show();
  }

  /** Reads the formulas while the user looks, and computes those that have no value. */
  begin() {
    const more = () => {
      if (!this.calc.prove(performance.now() + SLICE)) this.timer = setTimeout(more, 4);
      else this.compute();
    };
    this.timer = setTimeout(more, 50);
  }

  end() {
    clearTimeout(this.timer);
  }

  /** Whether the server knows nothing of a step, and nothing was done behind it. */
  private isUnsent(step: number): boolean {
    const first = this.log.findIndex((entry) => entry.step === step);
    return first >= this.sent && this.log.slice(first).every((entry) => entry.step === step);
  }

  /** An operation that the server does not know is taken back as if it had never been. */
  private instead<T>(step: number, act: () => T): T {
    const before = this.isUnsent(step) ? this.log.filter((entry) => entry.step !== step) : null;
    const found = act();
    if (before) {
      this.log = before;
      this.show();
    }
    return found;
  }

  /** Undoes the last step; where it was done. */
  undo = (): Spot | null => {
    const step = this.canUndo ? this.undos.pop() : undefined;
    if (!step) return null;
    const id = ++this.number;
    this.instead(step.id, () => this.applyAll(step.inverse, id));
    this.redos.push({ ...step, id });
    return step.spot;
  };

  /** Does again what was undone last. */
  redo = (): Spot | null => {
    const step = this.redos.pop();
    if (!step) return null;
    const id = ++this.number;
    const inverse = this.instead(step.id, () => this.applyAll(step.changes, id));
    this.undos.push({ ...step, id, inverse });
    return step.spot;
  };

  /** All that the server does not have yet; null when that is nothing. */
  write(): Written | null {
    if (this.log.length === 0) return null;
    this.calc.run();
    const stamp = this.stamp++;
    this.sent = this.log.length;
    this.stamps.set(stamp, this.sent);
    return { ops: fewer([...this.log.map(({ op }) => op), ...this.values()]), stamp };
  }

  /** The server has what was written then. */
  acceptSave(stamp: number) {
    const told = new Set(this.log.splice(0, this.stamps.get(stamp) ?? 0).map(({ step }) => step));
    // A sheet that the file does not have any more does not come back, and neither do the cells in it.
    this.undos = this.undos.slice(this.undos.findLastIndex((step) => hasRemoval(step) && told.has(step.id)) + 1);
    this.stamps.clear();
    this.sent = 0;
    for (const cells of this.computed.values()) {
      for (const [key, at] of cells) if (at <= stamp) cells.delete(key);
    }
    this.show();
  }

  /** The server has none of it, and what was done can still be taken back without a trace. */
  rejectSave() {
    this.sent = 0;
    this.stamps.clear();
    this.show();
  }

  private values(): Op[] {
    const ops: Op[] = [];
    for (const [id, keys] of this.computed) {
      const sheet = this.book.sheets.find((of) => of.id === id);
      const cells: CellOp[] = [];
      for (const key of keys.keys()) {
        const [row, column] = [Math.floor(key / 16_384), (key % 16_384) + 1];
        const cell = sheet?.cells.get(row)?.get(column);
        if (cell?.formula === undefined) continue;
        cells.push({ r: row - 1, c: column - 1, f: cell.formula, ...valueOp(cell.value) });
      }
      if (sheet && cells.length > 0) ops.push({ op: 'cells', sheet: id, cells });
    }
    return ops;
  }
}
