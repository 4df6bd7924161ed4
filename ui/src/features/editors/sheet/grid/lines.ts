import { switchFilter } from '../book/filter';
import { withinReach } from '../book/commands';
import { findHider, runsOf, visibleRows } from '../book/hiding';
import type { Sheet } from '../book/book';
import type { Area } from '../formula/address';
import type { SheetController } from './sheet-controller';

type Axis = 'rows' | 'columns';

const edges = (area: Area, axis: Axis) =>
  axis === 'rows' ? ([area.top, area.bottom] as const) : ([area.left, area.right] as const);

const between = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, at) => from + at);

/** As many empty rows or columns as are chosen. */
export function insertLines(controller: SheetController, axis: Axis, side: 'before' | 'behind') {
  const [first, last] = edges(controller.selection.area, axis);
  const count = Math.min(last - first + 1, 1000);
  const at = side === 'before' ? first : last + 1;
  controller.applyChanges([{ kind: 'shift', sheet: controller.sheetId, axis, way: 'insert', at, count }]);
}

/** Deletes the chosen rows or columns, but for rows that a filter hides. */
export function deleteLines(controller: SheetController, axis: Axis) {
  const { sheet, sheetId, selection } = controller;
  const [first, last] = edges(withinReach(sheet, selection.area), axis);
  const isMeant = axis === 'rows' ? visibleRows(sheet, first, last) : () => true;
  const runs = runsOf(between(first, last).filter(isMeant)).toReversed();
  controller.applyChanges(
    runs.map(
      ([from, until]) =>
        ({ kind: 'shift', sheet: sheetId, axis, way: 'delete', at: from, count: until - from + 1 }) as const,
    ),
  );
  controller.chooseCell(selection.anchor);
}

/** What is hidden by hand: among the chosen rows or columns, else beside them, else anywhere. */
function hiddenNear(sheet: Sheet, axis: Axis, first: number, last: number): number[] {
  const own = axis === 'rows' ? sheet.heights : sheet.widths;
  const isHidden = (number: number) =>
    own.get(number) === 0 && (axis === 'columns' || findHider(sheet, number) === 'hand');
  const within = between(first, last).filter(isHidden);
  if (within.length > 0) return within;
  const beside: number[] = [];
  for (let number = first - 1; isHidden(number); number--) beside.push(number);
  for (let number = last + 1; isHidden(number); number++) beside.push(number);
  return beside.length > 0 ? beside : [...own.keys()].filter(isHidden);
}

/** Hides the chosen rows or columns, or shows hidden ones. */
export function hideLines(controller: SheetController, axis: Axis, hidden: boolean) {
  const { sheet, sheetId, selection } = controller;
  const [first, last] = edges(withinReach(sheet, selection.area), axis);
  const numbers = hidden ? between(first, last) : hiddenNear(sheet, axis, first, last);
  if (numbers.length > 0) controller.applyChanges([{ kind: 'hide', sheet: sheetId, axis, numbers, hidden }]);
}

/** Gives the chosen rows or those around the chosen cell a filter, or takes that of the sheet away. */
export function toggleFilter(controller: SheetController) {
  const changes = switchFilter(controller.sheet, controller.selection.area, controller.session.book.epoch);
  if (changes) controller.applyChanges(changes);
  else controller.note('filterOnTable');
}
