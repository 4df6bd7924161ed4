import type { KeyboardEvent } from 'react';
import { DATE, PERSIAN_DATE } from '../book/typed';
import { columnSelection, selectAll, rowSelection } from './selection';
import { toggleFilter } from './lines';
import { isWithin } from '../formula/address';
import type { SheetController } from './sheet-controller';
import { isRtl } from '~/i18n';

type Act = (controller: SheetController) => void;

/** Commands by their keys, whatever the layout of the keyboard. */
const withControl: Record<string, Act> = {
  KeyZ: (controller) => controller.undo(),
  KeyY: (controller) => controller.redo(),
  KeyB: (controller) => controller.applyLook({ bold: controller.look.bold ? undefined : true }),
  KeyI: (controller) => controller.applyLook({ italic: controller.look.italic ? undefined : true }),
  KeyU: (controller) => controller.applyLook({ underline: controller.look.underline ? undefined : true }),
  KeyA: (controller) => controller.choose(selectAll()),
  KeyD: (controller) => controller.fill('down'),
  KeyR: (controller) => controller.fill('across'),
  Space: (controller) =>
    controller.choose(columnSelection(controller.selection.area.left, controller.selection.area.right)),
  Semicolon: (controller) => controller.begin('cell', today()),
};

const withControlShift: Record<string, Act> = {
  KeyZ: (controller) => controller.redo(),
  KeyL: toggleFilter,
  Digit5: (controller) => controller.applyLook({ numFmt: '0%' }),
  Digit1: (controller) => controller.applyLook({ numFmt: '#,##0.00' }),
  Digit3: (controller) => controller.applyLook({ numFmt: isRtl() ? PERSIAN_DATE : DATE }),
};

function today(): string {
  const parts = new Intl.DateTimeFormat(isRtl() ? 'en-u-ca-persian-nu-latn' : 'en-CA', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date());
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}/${part('month')}/${part('day')}`;
}

const arrows: Record<string, readonly [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Down and across by an arrow; across is against the order of writing where columns run to the left. */
export function arrowOf(key: string, rtl: boolean): readonly [down: number, across: number] | null {
  const found = arrows[key];
  return found ? [found[0], rtl ? -found[1] : found[1]] : null;
}

function runMoveKey(controller: SheetController, event: KeyboardEvent, page: number): boolean {
  const arrow = arrowOf(event.key, controller.sheet.rtl);
  const control = event.ctrlKey || event.metaKey;
  if (arrow) {
    if (control) controller.jump(...arrow, event.shiftKey);
    else controller.step(...arrow, event.shiftKey);
    return true;
  }
  const { anchor, focus } = controller.selection;
  const from = event.shiftKey ? focus : anchor;
  const { extent } = controller.sheet;
  switch (event.key) {
    case 'PageDown':
      controller.land({ row: from.row + page, column: from.column }, event.shiftKey);
      return true;
    case 'PageUp':
      controller.land({ row: from.row - page, column: from.column }, event.shiftKey);
      return true;
    case 'Home':
      controller.land({ row: control ? 1 : from.row, column: 1 }, event.shiftKey);
      return true;
    case 'End':
      controller.land({ row: control ? extent.rows : from.row, column: extent.columns }, event.shiftKey);
      return true;
    default:
      return false;
  }
}

/** A key of the grid while nothing is typed; whether it meant something. */
export function runKey(controller: SheetController, event: KeyboardEvent, page: number): boolean {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey && event.key === 'ArrowDown' && openFilter(controller)) return true;
  if (runMoveKey(controller, event, page)) return true;
  if (control && !event.altKey) {
    const act = (event.shiftKey ? withControlShift : withControl)[event.code];
    act?.(controller);
    return act !== undefined;
  }
  if (event.altKey) {
    if (event.code !== 'Equal') return false;
    controller.sum();
    return true;
  }
  switch (event.key) {
    case 'Enter':
      controller.after(event.shiftKey ? 'up' : 'down');
      return true;
    case 'Tab':
      return runTab(controller, event);
    case 'F2':
      if (event.shiftKey) return false; // what is said at the cell
      controller.begin('cell');
      return true;
    case 'Delete':
    case 'Backspace':
      controller.clear();
      return true;
    case 'Escape':
      if (!controller.clipboard.source) return false;
      controller.clipboard.forget();
      controller.choose(controller.selection);
      return true;
    default:
  }
  if (event.key === ' ' && event.shiftKey) {
    controller.choose(rowSelection(controller.selection.area.top, controller.selection.area.bottom));
    return true;
  }
  if (Array.from(event.key).length !== 1 || !controller.canEdit) return false;
  controller.begin('cell', event.key);
  return true;
}

/** Alt+↓ in a head of the filter shows the values of its column. */
function openFilter({ sheet: { filter }, selection: { anchor }, canEdit, filterColumn }: SheetController): boolean {
  if (!canEdit || !filter || anchor.row !== filter.area.top || !isWithin(filter.area, anchor.row, anchor.column))
    return false;
  filterColumn(anchor.column);
  return true;
}

/** Tab leaves the sheet at its edges, so that the keyboard is not caught in it. */
function runTab(controller: SheetController, event: KeyboardEvent): boolean {
  const { column } = controller.selection.anchor;
  if (event.shiftKey ? column === 1 : column > controller.sheet.extent.columns + 1) return false;
  controller.after(event.shiftKey ? 'previous' : 'next');
  return true;
}
