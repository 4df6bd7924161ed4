import type { DefinedName } from '../book/book';
import { absolute, areaOfName, nameProblem, withName, type NameProblem } from '../book/names';
import { areaIn, areaName } from '../formula/address';
import { latinDigits } from '../formula/rewrite';
import { tokensOf } from '../formula/tokens';
import type { Desk } from './desk';
import { areaSelection } from './selection';

/** The place that a text says: a cell, a range, whole rows or columns, on a sheet that it names or on this one. */
function placeIn(desk: Desk, text: string) {
  const plain = latinDigits(text.trim());
  const area = areaIn(plain);
  if (area) return { sheet: desk.sheetId, area };
  const [token, more] = tokensOf(plain);
  if (token?.kind !== 'reference' || more) return null;
  const { sheet: of, top, left, bottom, right } = token.reference;
  const sheet = of === null ? desk.sheetId : desk.session.book.named(of)?.id;
  if (sheet === undefined) return null;
  return { sheet, area: { top: top.at, left: left.at, bottom: bottom.at, right: right.at } };
}

/** Chooses what a name stands for; whether it is a range. */
export function goToName(desk: Desk, name: DefinedName): boolean {
  const place = areaOfName(desk.session.book, name);
  if (place) desk.go(place);
  return place !== undefined;
}

/** Goes to the place or the name that was typed, or gives the chosen range that name; else why not. */
export function goOrName(desk: Desk, text: string): NameProblem | 'nameIsNoRange' | 'lockedSheet' | null {
  const place = placeIn(desk, text);
  if (place) {
    if (desk.editing && !desk.commit('stay')) return null;
    if (place.sheet === desk.sheetId) desk.choose(areaSelection(place.area));
    else desk.go(place);
    desk.show(desk.selection.anchor);
    return null;
  }
  const { book } = desk.session;
  const name = text.trim();
  const known = book.nameOf(name, desk.sheetId);
  if (known) return goToName(desk, known) ? null : 'nameIsNoRange';
  const problem = nameProblem(name);
  if (problem) return problem;
  if (!desk.canEdit) return 'lockedSheet';
  const formula = absolute(desk.sheet.name, desk.selection.area);
  desk.act([{ kind: 'names', names: withName(book, { name, formula }) }]);
  return null;
}

/** The name of the chosen range, or its address. */
export function chosenName(desk: Desk): string {
  const { area, anchor, whole } = desk.selection;
  const { book } = desk.session;
  const isOne = whole !== 'all' && area.top === area.bottom && area.left === area.right;
  const address = areaName(
    isOne ? { top: anchor.row, left: anchor.column, bottom: anchor.row, right: anchor.column } : area,
  );
  const of = absolute(desk.sheet.name, area);
  return (
    book.names.find(({ formula, hidden, name }) => formula === of && !hidden && !name.startsWith('_xlnm.'))?.name ??
    address
  );
}
