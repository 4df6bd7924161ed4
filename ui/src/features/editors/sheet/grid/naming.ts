import type { DefinedName } from '../book/book';
import { absolute, areaOfName, nameProblem, withName, type NameProblem } from '../book/names';
import { areaIn, areaName } from '../formula/address';
import { latinDigits } from '~/kit/digits';
import { tokensOf } from '../formula/tokens';
import type { SheetController } from './sheet-controller';
import { areaSelection } from './selection';

/** The place that a text says: a cell, a range, whole rows or columns, on a sheet that it names or on this one. */
function placeIn(controller: SheetController, text: string) {
  const plain = latinDigits(text.trim());
  const area = areaIn(plain);
  if (area) return { sheet: controller.sheetId, area };
  const [token, more] = tokensOf(plain);
  if (token?.kind !== 'reference' || more) return null;
  const { sheet: of, top, left, bottom, right } = token.reference;
  const sheet = of === null ? controller.sheetId : controller.session.book.sheetByName(of)?.id;
  if (sheet === undefined) return null;
  return { sheet, area: { top: top.at, left: left.at, bottom: bottom.at, right: right.at } };
}

/** Chooses what a name stands for; whether it is a range. */
export function goToName(controller: SheetController, name: DefinedName): boolean {
  const place = areaOfName(controller.session.book, name);
  if (place) controller.goTo(place);
  return place !== undefined;
}

/** Goes to the place or the name that was typed, or gives the chosen range that name; else why not. */
export function goOrName(
  controller: SheetController,
  text: string,
): NameProblem | 'nameIsNoRange' | 'lockedSheet' | null {
  const place = placeIn(controller, text);
  if (place) {
    if (controller.editing && !controller.commit('stay')) return null;
    if (place.sheet === controller.sheetId) controller.choose(areaSelection(place.area));
    else controller.goTo(place);
    controller.show(controller.selection.anchor);
    return null;
  }
  const { book } = controller.session;
  const name = text.trim();
  const known = book.nameOf(name, controller.sheetId);
  if (known) return goToName(controller, known) ? null : 'nameIsNoRange';
  const problem = nameProblem(name);
  if (problem) return problem;
  if (!controller.canEdit) return 'lockedSheet';
  const formula = absolute(controller.sheet.name, controller.selection.area);
  controller.applyChanges([{ kind: 'names', names: withName(book, { name, formula }) }]);
  return null;
}

/** The name of the chosen range, or its address. */
export function chosenName(controller: SheetController): string {
  const { area, anchor, whole } = controller.selection;
  const { book } = controller.session;
  const isOne = whole !== 'all' && area.top === area.bottom && area.left === area.right;
  const address = areaName(
    isOne ? { top: anchor.row, left: anchor.column, bottom: anchor.row, right: anchor.column } : area,
  );
  const of = absolute(controller.sheet.name, area);
  return (
    book.names.find(({ formula, hidden, name }) => formula === of && !hidden && !name.startsWith('_xlnm.'))?.name ??
    address
  );
}
