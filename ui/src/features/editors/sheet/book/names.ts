import { areaName, sheetPrefix, type Area } from '../formula/address';
import { renameSheet, shiftFormula, type Shift } from '../formula/rewrite';
import { tokensOf } from '../formula/tokens';
import type { Book, DefinedName } from './book';
import { effect, type Change, type Effect, type Touched } from './effect';
import { valueOp, type CellOp, type Op } from './ops';

export type NameProblem = 'nameLikeCell' | 'nameSigns' | 'nameLong';

/** Why a text cannot be a name; null when it can. The server refuses the same. */
export function nameProblem(text: string): NameProblem | null {
  if (/^(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false)$/i.test(text)) return 'nameLikeCell';
  if (!/^[\p{L}_\\][\p{L}\p{M}\p{N}_.\\]*$/u.test(text) || /^_xl(?:nm|fn|ws)\./i.test(text)) return 'nameSigns';
  return text.length > 255 ? 'nameLong' : null;
}

/** An area as names refer to it. */
export const absolute = (sheet: string, area: Area) =>
  sheetPrefix(sheet) +
  areaName(area).replace(/([A-Z]+)(\d+)/g, (_, letters: string, row: string) => `$${letters}$${row}`);

/** The areas that a name stands for, with the sheets that they are on; null when it stands for something else. */
export function areasOf(book: Book, { formula, sheet: home }: DefinedName): { sheet: string; area: Area }[] | null {
  const found: { sheet: string; area: Area }[] = [];
  for (const token of tokensOf(formula)) {
    if (token.kind === 'operator' && token.text === ',') continue;
    if (token.kind !== 'reference') return null;
    const { sheet: of, top, left, bottom, right } = token.reference;
    const sheet = of === null ? home : book.sheetByName(of)?.id;
    if (sheet === undefined) return null;
    found.push({ sheet, area: { top: top.at, left: left.at, bottom: bottom.at, right: right.at } });
  }
  return found.length > 0 ? found : null;
}

/** The one area that a name stands for. */
export const areaOfName = (book: Book, name: DefinedName) => {
  const all = areasOf(book, name);
  return all?.length === 1 ? all[0] : undefined;
};

/** Names that people gave, as lists show them. Those of Excel itself begin with a sign of their own. */
export const givenNames = (book: Book) =>
  book.names
    .filter(({ name, hidden }) => !hidden && !name.toLowerCase().startsWith('_xlnm.'))
    .sort((a, b) => a.name.localeCompare(b.name));

const keyOf = ({ name, sheet = '' }: DefinedName) => `${sheet}!${name.toLowerCase()}`;

/** The names with another one, or with a formula in its place. */
export const withName = (book: Book, name: DefinedName): DefinedName[] => [
  ...book.names.filter((other) => keyOf(other) !== keyOf(name)),
  name,
];

export const withoutName = (book: Book, name: DefinedName): DefinedName[] =>
  book.names.filter((other) => keyOf(other) !== keyOf(name));

/** The formulas that mention one of some names, in small letters. */
function formulasMentioning(book: Book, names: ReadonlySet<string>) {
  const found: { sheet: string; row: number; column: number }[] = [];
  if (names.size === 0) return found;
  for (const sheet of book.sheets) {
    for (const [row, line] of sheet.cells) {
      for (const [column, { formula }] of line) {
        if (formula === undefined) continue;
        const mentions = tokensOf(formula).some(
          (token) => token.kind === 'name' && names.has(token.text.toLowerCase()),
        );
        if (mentions) found.push({ sheet: sheet.id, row, column });
      }
    }
  }
  return found;
}

/** The names that others are made of one after the other, with those that changed. */
function addDependents(book: Book, changed: Set<string>): Set<string> {
  for (let before = -1; before < changed.size;) {
    before = changed.size;
    for (const { name, formula } of book.names) {
      if (tokensOf(formula).some((token) => token.kind === 'name' && changed.has(token.text.toLowerCase())))
        changed.add(name.toLowerCase());
    }
  }
  return changed;
}

/** Gives the workbook other names; what formulas made of them said is computed anew. */
export function setNames(book: Book, { names }: Extract<Change, { kind: 'names' }>): Effect {
  const old = book.names;
  const [before, after] = [
    new Map(old.map((name) => [keyOf(name), name])),
    new Map(names.map((one) => [keyOf(one), one])),
  ];
  const ops: Op[] = [];
  const changed = new Set<string>();
  for (const [key, name] of before) {
    if (after.has(key)) continue;
    changed.add(name.name.toLowerCase());
    ops.push({ op: 'unname', sheet: name.sheet ?? '', name: name.name });
  }
  for (const [key, name] of after) {
    if (before.get(key)?.formula === name.formula) continue;
    changed.add(name.name.toLowerCase());
    ops.push({ op: 'name', sheet: name.sheet ?? '', name: name.name, f: name.formula });
  }
  book.names = names;
  const touched: Touched[] = formulasMentioning(book, addDependents(book, changed));
  const cells = new Map<string, CellOp[]>();
  for (const { sheet, row, column } of touched) {
    const line = book.sheet(sheet).cells.get(row);
    const cell = line?.get(column);
    if (!line || cell?.formula === undefined || cell.array) continue;
    // One that was not known has no value of the file to keep.
    line.set(column, { ...cell, value: null, kept: cell.kept === true && cell.value !== null });
    const told = cells.get(sheet) ?? [];
    told.push({ r: row - 1, c: column - 1, f: cell.formula, ...valueOp(null) });
    cells.set(sheet, told);
  }
  for (const [sheet, told] of cells) ops.push({ op: 'cells', sheet, cells: told });
  return effect([{ kind: 'names', names: old }], ops, { touched, structure: true });
}

/** Gives all names the formula that a function makes of theirs; whether one is another one. */
function rewriteNames(book: Book, write: (formula: string, home: string) => string): boolean {
  const next = book.names.map((name) => {
    const home = book.sheets.find(({ id }) => id === name.sheet)?.name ?? '';
    const formula = write(name.formula, home);
    return formula === name.formula ? name : { ...name, formula };
  });
  const isOther = next.some((name, at) => name !== book.names[at]);
  if (isOther) book.names = next;
  return isOther;
}

/** Moves what names stand for; the step that an undo needs behind the way back. */
export function shiftNames(book: Book, shift: Shift, back: Shift): Change[] {
  const old = book.names;
  if (!rewriteNames(book, (formula, home) => shiftFormula(formula, home, shift))) return [];
  const lost = book.names.some(({ formula, sheet }, at) => {
    const home = book.sheets.find(({ id }) => id === sheet)?.name ?? '';
    return shiftFormula(formula, home, back) !== old[at]?.formula;
  });
  return lost ? [{ kind: 'names', names: old }] : [];
}

/** A sheet is called otherwise, or is gone (null) with its own names; the step that an undo needs. */
export function renameInNames(book: Book, sheet: { id: string; name: string }, fresh: string | null): Change[] {
  const old = book.names;
  rewriteNames(book, (formula) => renameSheet(formula, sheet.name, fresh));
  if (fresh === null && book.names.some((name) => name.sheet === sheet.id))
    book.names = book.names.filter((name) => name.sheet !== sheet.id);
  return book.names === old ? [] : [{ kind: 'names', names: old }];
}

/** The formulas made of names that stand for something else since then. */
export const formulasOfNames = (book: Book, old: Book['names']): Touched[] => {
  if (book.names === old) return [];
  const now = new Map(book.names.map((name) => [keyOf(name), name.formula]));
  const changed = old.filter((name) => now.get(keyOf(name)) !== name.formula).map(({ name }) => name.toLowerCase());
  return formulasMentioning(book, addDependents(book, new Set(changed)));
};
