import { areaName, type Area } from '../formula/address';
import { renameSheet, shiftFormula, type Shift } from '../formula/rewrite';
import { newSheet, put, type Book, type Cell, type Sheet, type Sizes } from './book';
import { setNote, shiftComments } from './comments';
import { setFilter, setHidden, shiftFilter } from './hiding';
import { effect, shiftedArea, type Change, type Effect, type Placed, type Touched } from './effect';
import { renameInCharts, setCharts, shiftCharts } from './charts';
import { renameInNames, setNames, shiftNames, formulasOfNames } from './names';
import { setPage } from './page';
import { cellOp, rangeOf, type CellOp, type Op } from './ops';

function setCells(book: Book, { sheet: id, cells }: Extract<Change, { kind: 'cells' }>): Effect {
  const sheet = book.sheet(id);
  const old: Placed[] = [];
  const told: CellOp[] = [];
  const touched: Touched[] = [];
  for (const { row, column, cell } of cells) {
    const before = sheet.cells.get(row)?.get(column);
    const op = cellOp(row, column, before, cell);
    old.push({ row, column, cell: before });
    put(sheet, row, column, cell);
    if (op) told.push(op);
    if (before?.value !== cell?.value || before?.formula !== cell?.formula || cell?.formula !== undefined) {
      touched.push({ sheet: id, row, column });
    }
  }
  const ops: Op[] = told.length > 0 ? [{ op: 'cells', sheet: id, cells: told }] : [];
  return effect([{ kind: 'cells', sheet: id, cells: old.toReversed() }], ops, { touched });
}

function setSizes(book: Book, { sheet: id, axis, sizes }: Extract<Change, { kind: 'sizes' }>): Effect {
  const sheet = book.sheet(id);
  const own = axis === 'rows' ? sheet.heights : sheet.widths;
  const old = sizes.map(([number]) => [number, own.get(number)] as const);
  const ops: Op[] = [];
  let run: { from: number; to: number; px: number } | null = null;
  const end = () => {
    if (run) ops.push({ op: axis === 'rows' ? 'height' : 'width', sheet: id, ...run });
  };
  for (const [number, px] of [...sizes].sort((a, b) => a[0] - b[0])) {
    if (px === undefined) own.delete(number);
    else own.set(number, px);
    const said = px ?? (axis === 'rows' ? sheet.usual.height : sheet.usual.width);
    if (run && run.to === number - 2 && run.px === said) run.to = number - 1;
    else {
      end();
      run = { from: number - 1, to: number - 1, px: said };
    }
  }
  end();
  return effect([{ kind: 'sizes', sheet: id, axis, sizes: old }], ops);
}

function setMerges(book: Book, { sheet: id, merges }: Extract<Change, { kind: 'merges' }>): Effect {
  const sheet = book.sheet(id);
  const old = sheet.merges;
  const [before, after] = [new Set(old.map(areaName)), new Set(merges.map(areaName))];
  sheet.merges = merges;
  const ops: Op[] = [
    ...old
      .filter((area) => !after.has(areaName(area)))
      .map((area) => ({ op: 'unmerge', sheet: id, range: rangeOf(area) }) as const),
    ...merges
      .filter((area) => !before.has(areaName(area)))
      .map((area) => ({ op: 'merge', sheet: id, range: rangeOf(area) }) as const),
  ];
  return effect([{ kind: 'merges', sheet: id, merges: old }], ops);
}

/** Gives the formulas of a workbook another text; returns those that changed, as they were. */
function rewriteAll(book: Book, write: (formula: string, home: string) => string) {
  const old: { sheet: Sheet; row: number; column: number; cell: Cell }[] = [];
  for (const sheet of book.sheets) {
    for (const [row, line] of sheet.cells) {
      for (const [column, cell] of line) {
        if (cell.formula === undefined) continue;
        const formula = write(cell.formula, sheet.name);
        if (formula === cell.formula) continue;
        old.push({ sheet, row, column, cell });
        line.set(column, { ...cell, formula });
      }
    }
  }
  return old;
}

const moveNumber = (number: number, { kind, at, count }: Shift): number | null => {
  if (number < at) return number;
  if (kind === 'insert') return number + count;
  return number < at + count ? null : number - count;
};

function shiftKeys<T>(map: Map<number, T>, shift: Shift): void {
  const entries = [...map];
  map.clear();
  for (const [number, value] of entries) {
    const next = moveNumber(number, shift);
    if (next !== null) map.set(next, value);
  }
}

/** The rows and columns that stay in sight where others did. */
function shiftFrozen(frozen: Sheet['frozen'], { axis, kind, at, count }: Shift): Sheet['frozen'] {
  const number = frozen[axis];
  if (number === 0 || at > number) return frozen;
  const next = kind === 'insert' ? number + count : Math.max(1, number - Math.min(count, number - at + 1));
  return { ...frozen, [axis]: next };
}

function shiftMerges(merges: readonly Area[], shift: Shift): Area[] {
  return merges.flatMap((area) => {
    const next = shiftedArea(area, shift);
    return next && (next.top !== next.bottom || next.left !== next.right) ? [next] : [];
  });
}

function shiftSheet(sheet: Sheet, shift: Shift) {
  if (shift.axis === 'rows') {
    shiftKeys(sheet.cells, shift);
    shiftKeys(sheet.heights, shift);
    shiftKeys(sheet.covered.rows, shift);
    sheet.print = { ...sheet.print, breaks: sheet.print.breaks.flatMap((row) => moveNumber(row, shift) ?? []) };
  } else {
    for (const [row, line] of sheet.cells) {
      shiftKeys(line, shift);
      if (line.size === 0) sheet.cells.delete(row);
    }
    shiftKeys(sheet.widths, shift);
    shiftKeys(sheet.covered.columns, shift);
  }
  sheet.merges = shiftMerges(sheet.merges, shift);
  sheet.arrays = shiftMerges(sheet.arrays, shift);
  sheet.comments = shiftComments(sheet.comments, shift);
  sheet.filter = shiftFilter(sheet.filter, shift);
  sheet.tables = sheet.tables.flatMap((area) => shiftedArea(area, shift) ?? []);
  sheet.frozen = shiftFrozen(sheet.frozen, shift);
  measure(sheet);
}

/** Finds the last row and column with cells. */
export function measure(sheet: Sheet) {
  let [rows, columns] = [0, 0];
  for (const [row, line] of sheet.cells) {
    rows = Math.max(rows, row);
    for (const column of line.keys()) columns = Math.max(columns, column);
  }
  sheet.extent = { rows, columns };
}

/** The cells and sizes that a deletion takes away. */
function collectDeleted(sheet: Sheet, { axis, at, count }: Shift) {
  const cells: Placed[] = [];
  const isGone = (number: number) => number >= at && number < at + count;
  for (const [row, line] of sheet.cells) {
    if (axis === 'rows' && !isGone(row)) continue;
    for (const [column, cell] of line) {
      if (axis === 'rows' || isGone(column)) cells.push({ row, column, cell });
    }
  }
  const own: Sizes = axis === 'rows' ? sheet.heights : sheet.widths;
  return { cells, sizes: [...own].filter(([number]) => isGone(number)) };
}

function shiftBook(book: Book, change: Extract<Change, { kind: 'shift' }>): Effect {
  const sheet = book.sheet(change.sheet);
  const shift: Shift = { ...change, sheet: sheet.name, kind: change.way };
  const back: Shift = { ...shift, kind: change.way === 'insert' ? 'delete' : 'insert' };
  const gone = change.way === 'delete' ? collectDeleted(sheet, shift) : null;
  const { merges, filter, frozen } = sheet;
  const old = rewriteAll(book, (formula, home) => shiftFormula(formula, home, shift));
  const lost = old.filter(({ sheet: of, row, column, cell }) => {
    const now = of.cells.get(row)?.get(column)?.formula ?? '';
    return shiftFormula(now, of.name, back) !== cell.formula;
  });
  shiftSheet(sheet, shift);
  shiftCharts(book, sheet, shift);
  const { names } = book;
  const lostNames = shiftNames(book, shift, back);
  const touched: Touched[] = formulasOfNames(book, names);
  for (const { sheet: of, row, column } of old) {
    const y = of === sheet && shift.axis === 'rows' ? moveNumber(row, shift) : row;
    const x = of === sheet && shift.axis === 'columns' ? moveNumber(column, shift) : column;
    if (y !== null && x !== null) touched.push({ sheet: of.id, row: y, column: x });
  }
  const inverse: Change[] = [{ ...change, way: back.kind }];
  if (gone) {
    inverse.push(...restoreDeleted(sheet, change, gone, lost, merges));
    if (JSON.stringify(filter) !== JSON.stringify(shiftFilter(sheet.filter, back)))
      inverse.push({ kind: 'filter', sheet: sheet.id, filter });
    if (frozen !== sheet.frozen) inverse.push({ kind: 'freeze', sheet: sheet.id, ...frozen });
  }
  inverse.push(...lostNames);
  const axis = change.axis === 'rows' ? 'rows' : 'cols';
  const op: Op = { op: change.way, sheet: change.sheet, axis, at: change.at - 1, count: change.count };
  return effect(inverse, [op], { touched, structure: true });
}

/** The part of a deletion that an insertion alone does not give back. */
function restoreDeleted(
  sheet: Sheet,
  { axis }: Extract<Change, { kind: 'shift' }>,
  gone: ReturnType<typeof collectDeleted>,
  lost: readonly { sheet: Sheet; row: number; column: number; cell: Cell }[],
  merges: readonly Area[],
): Change[] {
  const others = new Map<string, Placed[]>([[sheet.id, [...gone.cells]]]);
  for (const { sheet: of, row, column, cell } of lost) {
    const cells = others.get(of.id) ?? [];
    if (!cells.some((placed) => placed.row === row && placed.column === column)) cells.push({ row, column, cell });
    others.set(of.id, cells);
  }
  const changes: Change[] = [];
  for (const [id, cells] of others) if (cells.length > 0) changes.push({ kind: 'cells', sheet: id, cells });
  if (gone.sizes.length > 0) changes.push({ kind: 'sizes', sheet: sheet.id, axis, sizes: gone.sizes });
  changes.push({ kind: 'merges', sheet: sheet.id, merges });
  return changes;
}

function allFormulas(book: Book): Touched[] {
  const found: Touched[] = [];
  for (const sheet of book.sheets) {
    for (const [row, line] of sheet.cells) {
      for (const [column, cell] of line) if (cell.formula?.includes('!')) found.push({ sheet: sheet.id, row, column });
    }
  }
  return found;
}

function renameEffect(book: Book, { sheet: id, name }: Extract<Change, { kind: 'rename' }>): Effect {
  const sheet = book.sheet(id);
  const old = sheet.name;
  rewriteAll(book, (formula) => renameSheet(formula, old, name));
  renameInNames(book, sheet, name);
  renameInCharts(book, old, name);
  sheet.name = name;
  const ops: Op[] = [{ op: 'sheet-rename', sheet: id, name }];
  return effect([{ kind: 'rename', sheet: id, name: old }], ops, { structure: true });
}

/** Applies a change to a workbook. A sheet that was removed comes back only while the server does not know of it. */
export function apply(book: Book, change: Change): Effect {
  switch (change.kind) {
    case 'cells':
      return setCells(book, change);
    case 'sizes':
      return setSizes(book, change);
    case 'merges':
      return setMerges(book, change);
    case 'shift':
      return shiftBook(book, change);
    case 'hide':
      return setHidden(book, change);
    case 'filter':
      return setFilter(book, change);
    case 'charts':
      return setCharts(book, change);
    case 'note':
      return setNote(book, change);
    case 'page':
      return setPage(book, change);
    case 'names':
      return setNames(book, change);
    case 'freeze': {
      const sheet = book.sheet(change.sheet);
      const old: Change = { kind: 'freeze', sheet: sheet.id, ...sheet.frozen };
      sheet.frozen = { rows: change.rows, columns: change.columns };
      return effect([old], [{ op: 'freeze', sheet: sheet.id, rows: change.rows, cols: change.columns }]);
    }
    case 'add': {
      const { id, name, at, rtl, whole } = change;
      book.sheets.splice(at, 0, whole ?? newSheet(id, name, { rtl }));
      const ops: Op[] = [{ op: 'sheet-add', id, name, at, rtl }];
      return effect([{ kind: 'remove', sheet: id }], ops, { structure: true, touched: allFormulas(book) });
    }
    case 'remove': {
      const sheet = book.sheet(change.sheet);
      const at = book.sheets.indexOf(sheet);
      const { names } = book;
      const lostNames = renameInNames(book, sheet, null);
      const touched = [...allFormulas(book), ...formulasOfNames(book, names)].filter((cell) => cell.sheet !== sheet.id);
      book.sheets.splice(at, 1);
      const lost = rewriteAll(book, (formula) => renameSheet(formula, sheet.name, null));
      const back: Change[] = [{ kind: 'add', id: sheet.id, name: sheet.name, at, rtl: sheet.rtl, whole: sheet }];
      for (const { sheet: of, ...placed } of lost) back.push({ kind: 'cells', sheet: of.id, cells: [placed] });
      renameInCharts(book, sheet.name, null);
      back.push(...lostNames);
      return effect(back, [{ op: 'sheet-delete', sheet: sheet.id }], { structure: true, touched });
    }
    case 'rename':
      return renameEffect(book, change);
    default: {
      const sheet = book.sheet(change.sheet);
      const from = book.sheets.indexOf(sheet);
      book.sheets.splice(from, 1);
      book.sheets.splice(change.at, 0, sheet);
      const ops: Op[] = [{ op: 'sheet-move', sheet: sheet.id, at: change.at }];
      return effect([{ kind: 'move', sheet: sheet.id, at: from }], ops);
    }
  }
}
