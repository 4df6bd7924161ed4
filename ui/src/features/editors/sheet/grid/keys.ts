import type { KeyboardEvent } from 'react';
import { DATE, PERSIAN_DATE } from '../book/typed';
import { columnSelection, everything, rowSelection } from './selection';
import { toggleFilter } from './lines';
import { isWithin } from '../formula/address';
import type { Desk } from './desk';
import { isRtl } from '~/i18n';

type Act = (desk: Desk) => void;

/** Commands by their keys, whatever the layout of the keyboard. */
const withControl: Record<string, Act> = {
  KeyZ: (desk) => desk.undo(),
  KeyY: (desk) => desk.redo(),
  KeyB: (desk) => desk.dress({ bold: desk.look.bold ? undefined : true }),
  KeyI: (desk) => desk.dress({ italic: desk.look.italic ? undefined : true }),
  KeyU: (desk) => desk.dress({ underline: desk.look.underline ? undefined : true }),
  KeyA: (desk) => desk.choose(everything()),
  KeyD: (desk) => desk.fill('down'),
  KeyR: (desk) => desk.fill('across'),
  Space: (desk) => desk.choose(columnSelection(desk.selection.area.left, desk.selection.area.right)),
  Semicolon: (desk) => desk.begin('cell', today()),
};

const withControlShift: Record<string, Act> = {
  KeyZ: (desk) => desk.redo(),
  KeyL: toggleFilter,
  Digit5: (desk) => desk.dress({ numFmt: '0%' }),
  Digit1: (desk) => desk.dress({ numFmt: '#,##0.00' }),
  Digit3: (desk) => desk.dress({ numFmt: isRtl() ? PERSIAN_DATE : DATE }),
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

function moves(desk: Desk, event: KeyboardEvent, page: number): boolean {
  const arrow = arrowOf(event.key, desk.sheet.rtl);
  const control = event.ctrlKey || event.metaKey;
  if (arrow) {
    if (control) desk.jump(...arrow, event.shiftKey);
    else desk.step(...arrow, event.shiftKey);
    return true;
  }
  const { anchor, focus } = desk.selection;
  const from = event.shiftKey ? focus : anchor;
  const { extent } = desk.sheet;
  switch (event.key) {
    case 'PageDown':
      desk.land({ row: from.row + page, column: from.column }, event.shiftKey);
      return true;
    case 'PageUp':
      desk.land({ row: from.row - page, column: from.column }, event.shiftKey);
      return true;
    case 'Home':
      desk.land({ row: control ? 1 : from.row, column: 1 }, event.shiftKey);
      return true;
    case 'End':
      desk.land({ row: control ? extent.rows : from.row, column: extent.columns }, event.shiftKey);
      return true;
    default:
      return false;
  }
}

/** A key of the grid while nothing is typed; whether it meant something. */
export function pressed(desk: Desk, event: KeyboardEvent, page: number): boolean {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey && event.key === 'ArrowDown' && opensFilter(desk)) return true;
  if (moves(desk, event, page)) return true;
  if (control && !event.altKey) {
    const act = (event.shiftKey ? withControlShift : withControl)[event.code];
    act?.(desk);
    return act !== undefined;
  }
  if (event.altKey) {
    if (event.code !== 'Equal') return false;
    desk.sum();
    return true;
  }
  switch (event.key) {
    case 'Enter':
      desk.after(event.shiftKey ? 'up' : 'down');
      return true;
    case 'Tab':
      return tabbed(desk, event);
    case 'F2':
      if (event.shiftKey) return false; // what is said at the cell
      desk.begin('cell');
      return true;
    case 'Delete':
    case 'Backspace':
      desk.clear();
      return true;
    case 'Escape':
      if (!desk.clipboard.source) return false;
      desk.clipboard.forget();
      desk.choose(desk.selection);
      return true;
    default:
  }
  if (event.key === ' ' && event.shiftKey) {
    desk.choose(rowSelection(desk.selection.area.top, desk.selection.area.bottom));
    return true;
  }
  if (Array.from(event.key).length !== 1 || !desk.canEdit) return false;
  desk.begin('cell', event.key);
  return true;
}

/** Alt+↓ in a head of the filter shows the values of its column. */
function opensFilter({ sheet: { filter }, selection: { anchor }, canEdit, filterColumn }: Desk): boolean {
  if (!canEdit || !filter || anchor.row !== filter.area.top || !isWithin(filter.area, anchor.row, anchor.column))
    return false;
  filterColumn(anchor.column);
  return true;
}

/** Tab leaves the sheet at its edges, so that the keyboard is not caught in it. */
function tabbed(desk: Desk, event: KeyboardEvent): boolean {
  const { column } = desk.selection.anchor;
  if (event.shiftKey ? column === 1 : column > desk.sheet.extent.columns + 1) return false;
  desk.after(event.shiftKey ? 'previous' : 'next');
  return true;
}
