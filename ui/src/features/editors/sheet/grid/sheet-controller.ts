import { createEmitter } from '~/kit/store';
import type { Place } from '~/features/viewers/sheet/cells';
import { mergeAt, type Cell, type Look, type Sheet } from '../book/book';
import type { Change } from '../book/effect';
import { Clipboard } from '../book/clipboard';
import * as commands from '../book/commands';
import type { NameProblem } from '../book/names';
import { refusal, type Refusal } from '../book/refusal';
import type { Session, Spot } from '../book/session';
import { areaName, sheetPrefix, sizeOf, type Area } from '../formula/address';
import { cycleFixed } from '../formula/rewrite';
import { areaSelection, cellSelection, edgeFrom, selectionTo, type Selection } from './selection';
import { typedText, widenColumn } from './shown';

/** A cell while it is typed into. */
export interface Editing extends Place {
  readonly sheet: string;
  readonly text: string;
  /** Its text before. */
  readonly first: string;
  readonly caret: number;
  /** Arrows go to the next cell, as they do after one began to type. */
  readonly arrows: boolean;
  readonly where: 'cell' | 'bar';
  /** The reference that is pointed at, by its place in the text. */
  readonly pointed?: readonly [from: number, until: number] | undefined;
  /** It is a formula that is none. */
  readonly wrong?: boolean;
}

/** A message that the user sees for a moment. */
export type Note =
  | 'tooLarge'
  | 'filterOnTable'
  | 'noPaste'
  | 'mergedSort'
  | 'nameIsNoRange'
  | 'printNothing'
  | 'chartNothing'
  | 'noteThread'
  | 'printTooLong'
  | NameProblem
  | Refusal;

type Then = 'down' | 'up' | 'next' | 'previous' | 'stay';

/** The user's state in a workbook: the chosen cells, and the text that is being typed. */
export class SheetController {
  readonly session: Session;
  readonly clipboard = new Clipboard();
  private editable = true;
  /** The side to which columns go on is known to the grid; it brings a place into sight. */
  show: (place: Place) => void = () => undefined;
  focus: () => void = () => undefined;
  note: (note: Note) => void = () => undefined;
  /** Opens the values of a column of the filter. */
  filterColumn: (column: number) => void = () => undefined;
  /** Says what is not printed, and prints when that is right. */
  askToPrint: () => void = () => undefined;
  sheetId: string;
  selection: Selection;
  editing: Editing | null = null;
  /** Where Tab began, so that Enter goes back below it. */
  private tabbed: number | null = null;
  private revision = 0;
  private readonly changed = createEmitter();

  constructor(session: Session) {
    this.session = session;
    const first = session.book.sheets.find(({ hidden }) => !hidden) ?? session.book.sheets[0];
    if (!first) throw new Error('a workbook without sheets');
    this.sheetId = first.id;
    this.selection = cellSelection(first, { row: 1, column: 1 });
  }

  /** Whether anything may be changed. */
  allow(editable: boolean) {
    if (!editable) this.editing = null;
    this.editable = editable;
  }

  readonly subscribe = (listener: () => void) => {
    const stops = [this.changed.subscribe(listener), this.session.subscribe(listener)];
    return () => stops.forEach((stop) => stop());
  };
  readonly snapshot = () => this.revision + this.session.snapshot() * 1e-7;

  private emitChange() {
    this.revision++;
    this.changed.emit();
  }

  get sheet(): Sheet {
    const { sheets } = this.session.book;
    const found = sheets.find(({ id }) => id === this.sheetId) ?? sheets[0];
    if (!found) throw new Error('a workbook without sheets');
    return found;
  }

  get canEdit(): boolean {
    return this.editable && !this.sheet.locked;
  }

  get cell(): Cell | undefined {
    const { row, column } = this.selection.anchor;
    return this.sheet.cells.get(row)?.get(column);
  }

  get look(): Look {
    return this.cell?.look ?? {};
  }

  /** Cells are chosen; what is being typed is kept first. */
  choose(selection: Selection) {
    if (this.editing && !this.commit('stay')) return;
    this.tabbed = null;
    this.selection = selection;
    this.emitChange();
  }

  chooseCell(place: Place) {
    this.choose(cellSelection(this.sheet, place));
  }

  extend(place: Place) {
    this.choose(selectionTo(this.sheet, this.selection, place));
  }

  open(sheet: string) {
    if (sheet === this.sheetId || (this.editing && !this.commit('stay'))) return;
    this.sheetId = sheet;
    this.selection = cellSelection(this.sheet, { row: 1, column: 1 });
    this.emitChange();
  }

  goTo({ sheet, area }: Spot) {
    if (this.session.book.sheets.some(({ id }) => id === sheet)) this.sheetId = sheet;
    this.selection = areaSelection(area);
    this.emitChange();
    this.show(this.selection.anchor);
  }

  /** Goes a step, over merged cells and past hidden ones. */
  step(down: number, across: number, extends_ = false) {
    const from = extends_ ? this.selection.focus : this.selection.anchor;
    const merge = extends_ ? undefined : mergeAt(this.sheet, from.row, from.column);
    const next = {
      row: down > 0 && merge ? merge.bottom + down : from.row + down,
      column: across > 0 && merge ? merge.right + across : from.column + across,
    };
    const { heights, widths } = this.sheet;
    while (heights.get(next.row) === 0 && next.row > 1) next.row += Math.sign(down) || 1;
    while (widths.get(next.column) === 0 && next.column > 1) next.column += Math.sign(across) || 1;
    this.land(next, extends_);
  }

  jump(down: number, across: number, extends_ = false) {
    this.land(edgeFrom(this.sheet, extends_ ? this.selection.focus : this.selection.anchor, down, across), extends_);
  }

  land(place: Place, extends_ = false) {
    if (extends_) this.extend(place);
    else this.chooseCell(place);
    this.show(this.selection.focus);
  }

  /** Begins to type into the chosen cell: with its text, or with another one. */
  begin(where: Editing['where'], text?: string) {
    if (!this.canEdit) {
      if (this.editable) this.note('lockedSheet');
      return;
    }
    if (this.cell?.array) {
      this.note('arrayKept');
      return;
    }
    const { row, column } = this.selection.anchor;
    const first = commands.editText(this.cell, this.cell ? typedText(this.cell, this.session.book.epoch) : '');
    const now = text ?? first;
    this.editing = {
      sheet: this.sheetId,
      row,
      column,
      first,
      text: now,
      caret: now.length,
      arrows: text !== undefined,
      where,
    };
    this.show({ row, column });
    this.emitChange();
  }

  type(text: string, caret: number, where: Editing['where']) {
    if (!this.editing) return;
    this.editing = { ...this.editing, text, caret, where, wrong: false, pointed: undefined };
    this.emitChange();
  }

  /** The caret moved: a reference that is pointed at is done. */
  place(caret: number) {
    if (!this.editing || this.editing.caret === caret) return;
    this.editing = { ...this.editing, caret, pointed: undefined };
  }

  cancel() {
    this.editing = null;
    this.emitChange();
    this.focus();
  }

  /** Keeps what was typed; false when it is a formula that is none. */
  commit(then: Then): boolean {
    const { editing } = this;
    if (!editing) return true;
    if (editing.text !== editing.first) {
      const changes = this.changesOfTyping(editing);
      if (!changes) {
        this.editing = { ...editing, wrong: true };
        this.emitChange();
        return false;
      }
      const wrong = changes.map((change) => refusal(this.session.book, change)).find((note) => note !== null);
      if (wrong) this.note(wrong);
      else this.session.perform(changes, this.spot(editing.sheet, editing), () => widenColumn(this.session, editing));
    }
    this.editing = null;
    this.focus();
    this.after(then);
    return true;
  }

  /** Keeps what is typed so far and goes on typing: the page is about to save. */
  keep() {
    const { editing } = this;
    if (!editing || editing.text === editing.first || editing.text.startsWith('=')) return;
    const changes = this.changesOfTyping(editing);
    if (!changes) return;
    this.session.perform(changes, this.spot(editing.sheet, editing));
    this.editing = { ...editing, first: editing.text };
  }

  private changesOfTyping({ sheet, row, column, text }: Editing): Change[] | null {
    const open = text.startsWith('=') ? text.split('(').length - text.split(')').length : 0;
    const closed = open > 0 ? text + ')'.repeat(open) : text;
    return (
      commands.typeInto(this.session, sheet, row, column, closed) ??
      (open > 0 ? commands.typeInto(this.session, sheet, row, column, text) : null)
    );
  }

  /** The user went elsewhere: what was typed is kept, and the focus stays where it is. */
  leave() {
    const { focus } = this;
    this.focus = () => undefined;
    this.commit('stay');
    this.focus = focus;
  }

  /** Goes on to the next cell. Enter after Tabs goes below the first of them. */
  after(then: Then) {
    const { anchor } = this.selection;
    if (then === 'stay') this.emitChange();
    else if (then === 'next' || then === 'previous') {
      const began = this.tabbed ?? anchor.column;
      this.step(0, then === 'next' ? 1 : -1);
      this.tabbed = began;
    } else {
      const column = this.tabbed ?? anchor.column;
      this.selection = cellSelection(this.sheet, { row: anchor.row, column });
      this.step(then === 'down' ? 1 : -1, 0);
    }
  }

  /** Whether a click in the sheet writes a reference into the formula. */
  get isPointing(): boolean {
    const { editing } = this;
    if (!editing?.text.startsWith('=')) return false;
    return editing.pointed !== undefined || /[=(,;:+\-*/^&<>،؛×÷]\s*$/.test(editing.text.slice(0, editing.caret));
  }

  point(area: Area) {
    const { editing } = this;
    if (!editing) return;
    const [from, until] = editing.pointed ?? [editing.caret, editing.caret];
    const prefix = editing.sheet === this.sheetId ? '' : sheetPrefix(this.sheet.name);
    const name = prefix + areaName(area);
    const text = editing.text.slice(0, from) + name + editing.text.slice(until);
    this.editing = { ...editing, text, caret: from + name.length, pointed: [from, from + name.length], wrong: false };
    this.emitChange();
  }

  /** Gives the reference at the caret its next form: A1, $A$1, A$1, $A1. */
  cycleReference() {
    const { editing } = this;
    if (!editing?.text.startsWith('=')) return;
    const turned = cycleFixed(editing.text.slice(1), editing.caret - 1);
    if (!turned) return;
    this.editing = { ...editing, text: `=${turned.text}`, caret: turned.place + 1 };
    this.emitChange();
  }

  private spot(sheet = this.sheetId, place?: Place): Spot {
    if (!place) return { sheet, area: this.selection.area };
    return { sheet, area: { top: place.row, left: place.column, bottom: place.row, right: place.column } };
  }

  /** Does something with the chosen cells; whether it was done. */
  applyChanges(changes: readonly Change[]): boolean {
    if (!this.editable || (this.editing && !this.commit('stay'))) return false;
    const wrong = changes.map((change) => refusal(this.session.book, change)).find((note) => note !== null);
    if (wrong) {
      this.note(wrong);
      return false;
    }
    this.session.perform(changes, this.spot());
    this.emitChange();
    return true;
  }

  applyLook(part: { [K in keyof Look]?: Look[K] | undefined }) {
    if (this.editing && !this.commit('stay')) return;
    const { sheet, selection } = this;
    if (sizeOf(commands.withinReach(sheet, selection.area)) > commands.MOST_CELLS) this.note('tooLarge');
    else this.applyChanges(commands.applyLook(sheet, selection.area, part));
  }

  undo() {
    if (this.editing) return;
    const spot = this.session.undo();
    if (spot) this.goTo(spot);
  }

  redo() {
    if (this.editing) return;
    const spot = this.session.redo();
    if (spot) this.goTo(spot);
  }

  clear() {
    this.applyChanges(commands.clear(this.sheet, this.selection.area));
  }

  merge() {
    if (this.editing && !this.commit('stay')) return;
    this.applyChanges(commands.merge(this.sheet, this.selection.area));
  }

  fillTo(to: Area) {
    this.applyChanges(commands.fill(this.session, this.sheet, this.selection.area, to));
    this.selection = areaSelection(to);
    this.emitChange();
  }

  /** The first row or column of the choice is copied into the others; several before empty ones go on as series. */
  fill(axis: 'down' | 'across') {
    const reach = commands.withinReach(this.sheet, this.selection.area);
    const from = commands.leadingPart(this.sheet, reach, axis);
    const copies = axis === 'down' ? from.bottom === from.top : from.right === from.left;
    if (reach.bottom > from.bottom || reach.right > from.right)
      this.applyChanges(commands.fill(this.session, this.sheet, from, reach, copies));
  }

  resize(axis: 'rows' | 'columns', numbers: readonly number[], px: number | undefined) {
    this.applyChanges([
      { kind: 'sizes', sheet: this.sheetId, axis, sizes: numbers.map((number) => [number, px] as const) },
    ]);
  }

  freeze(rows: number, columns: number) {
    this.applyChanges([{ kind: 'freeze', sheet: this.sheetId, rows, columns }]);
  }

  paste(text: string, html: string, valuesOnly = false) {
    if (!this.canEdit || (this.editing && !this.commit('stay'))) return;
    const pasted = this.clipboard.paste(this.session, this.sheet, this.selection.area, text, html, valuesOnly);
    if (!pasted) {
      this.note('noPaste');
      return;
    }
    if (pasted.changes.some((change) => refusal(this.session.book, change))) {
      this.note('arrayKept');
      return;
    }
    this.session.perform(pasted.changes, { sheet: this.sheetId, area: pasted.area });
    this.selection = areaSelection(pasted.area);
    this.emitChange();
  }

  /** A sum of the numbers above or beside the chosen cell. */
  sum(name = 'SUM') {
    const { row, column } = this.selection.anchor;
    const area = commands.sumAbove(this.sheet, row, column);
    const text = `=${name}(${area ? areaName(area) : ''})`;
    this.begin('cell', text);
    if (this.editing) this.editing = { ...this.editing, caret: text.length - 1, arrows: false };
    this.emitChange();
  }
}
