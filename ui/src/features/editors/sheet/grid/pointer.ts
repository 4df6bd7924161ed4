import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { HEAD_HEIGHT, HEAD_WIDTH, type Place } from '~/features/viewers/sheet/cells';
import type { Track } from '~/features/viewers/sheet/layout';
import { between, type Area } from '../formula/address';
import type { SheetController } from './sheet-controller';
import { columnSelection, selectAll, rowSelection } from './selection';

interface Tracks {
  readonly rows: Track;
  readonly columns: Track;
  readonly frozen: { readonly rows: number; readonly columns: number };
}

/** Sizes that a row or column is dragged to. */
export interface Resizing {
  readonly axis: 'rows' | 'columns';
  readonly number: number;
  readonly px: number;
}

type Options = Tracks & {
  controller: SheetController;
  scroller: RefObject<HTMLDivElement | null>;
  onResizing: (resizing: Resizing | null) => void;
  onPreview: (area: Area | null) => void;
};

const LEAST = 12;
const EDGE = 24;

/** The cell at a point of the window. */
export function placeAt(scroller: HTMLElement, { rows, columns, frozen }: Tracks, x: number, y: number): Place {
  const box = scroller.getBoundingClientRect();
  const isRtl = getComputedStyle(scroller).direction === 'rtl';
  const along = (isRtl ? box.right - x : x - box.left) - HEAD_WIDTH;
  const down = y - box.top - HEAD_HEIGHT;
  const fixed = { x: columns.at(frozen.columns + 1), y: rows.at(frozen.rows + 1) };
  return {
    row: rows.find(down < fixed.y ? Math.max(0, down) : Math.max(0, down + scroller.scrollTop)),
    column: columns.find(along < fixed.x ? Math.max(0, along) : Math.max(0, along + Math.abs(scroller.scrollLeft))),
  };
}

/** The cells between a chosen area and a place beside it: rows or columns, whichever are more. */
export function fillArea(area: Area, to: Place): Area | null {
  const down = to.row > area.bottom ? to.row - area.bottom : to.row < area.top ? to.row - area.top : 0;
  const across = to.column > area.right ? to.column - area.right : to.column < area.left ? to.column - area.left : 0;
  if (down === 0 && across === 0) return null;
  if (Math.abs(down) >= Math.abs(across))
    return { ...area, top: Math.min(area.top, to.row), bottom: Math.max(area.bottom, to.row) };
  return { ...area, left: Math.min(area.left, to.column), right: Math.max(area.right, to.column) };
}

/** How far a sheet scrolls under a pointer that is held at its edge. */
const beyond = (at: number, low: number, high: number) =>
  at < low + EDGE ? at - low - EDGE : at > high - EDGE ? at - high + EDGE : 0;

type Drag = { readonly move: (event: globalThis.PointerEvent) => void; readonly end?: () => void };

/** The gestures of a mouse, a pen or a finger in the sheet. */
export function usePointer(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const drag = (first: PointerEvent, { move, end }: Drag, scrolls = true) => {
    first.preventDefault();
    stop.current();
    let last: globalThis.PointerEvent | null = null;
    const onMove = (event: globalThis.PointerEvent) => {
      last = event;
      move(event);
    };
    // The sheet goes on under a pointer that is held at its edge.
    const timer = setInterval(() => {
      const box = latest.current.scroller.current;
      if (!last || !scrolls || !box) return;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const dx = beyond(last.clientX, left, right);
      const dy = beyond(last.clientY, top, bottom);
      if (dx === 0 && dy === 0) return;
      box.scrollBy(dx, dy);
      move(last);
    }, 40);
    const off = () => {
      clearInterval(timer);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', off);
    };
    const onUp = () => {
      off();
      end?.();
    };
    stop.current = off;
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', off);
  };

  const at = (event: { clientX: number; clientY: number }): Place => {
    const { scroller, ...tracks } = latest.current;
    return scroller.current ? placeAt(scroller.current, tracks, event.clientX, event.clientY) : { row: 1, column: 1 };
  };

  const resize = (event: PointerEvent, axis: 'rows' | 'columns', number: number) => {
    const { controller, rows, columns, onResizing } = latest.current;
    const track = axis === 'rows' ? rows : columns;
    const begin = track.at(number + 1) - track.at(number);
    const from = axis === 'rows' ? event.clientY : event.clientX;
    const sign = axis === 'columns' && controller.sheet.rtl ? -1 : 1;
    let px = begin;
    drag(
      event,
      {
        move: (now) => {
          px = Math.round(Math.max(LEAST, begin + sign * ((axis === 'rows' ? now.clientY : now.clientX) - from)));
          onResizing({ axis, number, px });
        },
        end: () => {
          onResizing(null);
          if (px !== begin) controller.resize(axis, tracksToResize(controller, axis, number), px);
        },
      },
      false,
    );
  };

  const fill = (event: PointerEvent) => {
    const { controller, onPreview } = latest.current;
    let to: Area | null = null;
    drag(event, {
      move: (now) => onPreview((to = fillArea(controller.selection.area, at(now)))),
      end: () => {
        onPreview(null);
        if (to) controller.fillTo(to);
      },
    });
  };

  const handle = (event: PointerEvent, first: boolean) => {
    const { controller } = latest.current;
    const { area } = controller.selection;
    const anchor = first ? { row: area.bottom, column: area.right } : { row: area.top, column: area.left };
    drag(event, {
      move: (now) => {
        const focus = at(now);
        controller.choose({
          anchor: { row: Math.min(anchor.row, focus.row), column: Math.min(anchor.column, focus.column) },
          focus,
          area: between(anchor, focus),
        });
      },
    });
  };

  const point = (event: PointerEvent) => {
    const { controller } = latest.current;
    const from = at(event);
    controller.point(between(from, from));
    drag(event, { move: (now) => controller.point(between(from, at(now))) });
  };

  const cells = (event: PointerEvent) => {
    const { controller } = latest.current;
    const place = at(event);
    if (event.shiftKey) controller.extend(place);
    else controller.chooseCell(place);
    drag(event, { move: (now) => controller.extend(at(now)) });
    controller.focus();
  };

  const heads = (event: PointerEvent, axis: 'rows' | 'columns', number: number) => {
    const { controller } = latest.current;
    const choose = (until: number, from = number) =>
      controller.choose(axis === 'rows' ? rowSelection(from, until) : columnSelection(from, until));
    const { selection } = controller;
    if (event.shiftKey && selection.whole === axis) {
      choose(number, axis === 'rows' ? selection.anchor.row : selection.anchor.column);
    } else choose(number);
    drag(event, { move: (now) => choose(at(now)[axis === 'rows' ? 'row' : 'column']) });
    controller.focus();
  };

  return (event: PointerEvent) => {
    const target = event.target as HTMLElement;
    if (event.button !== 0) return;
    const { resizeColumn, resizeRow } = target.dataset;
    if (resizeColumn) return resize(event, 'columns', Number(resizeColumn));
    if (resizeRow) return resize(event, 'rows', Number(resizeRow));
    if (target.dataset.fill !== undefined) return fill(event);
    const filter = target.closest<HTMLElement>('[data-filter-column]')?.dataset.filterColumn;
    if (filter && latest.current.controller.canEdit) {
      // Else the popup would take the click that opened it for one beside it.
      event.preventDefault();
      const { controller: open } = latest.current;
      addEventListener('click', () => open.filterColumn(Number(filter)), { once: true });
      return undefined;
    }
    if (target.dataset.handle) return handle(event, target.dataset.handle === 'first');
    const { controller } = latest.current;
    const column = target.closest<HTMLElement>('[data-head-column]')?.dataset.headColumn;
    const row = target.closest<HTMLElement>('[data-head-row]')?.dataset.headRow;
    if (event.pointerType === 'mouse' || column || row) {
      if (column) heads(event, 'columns', Number(column));
      else if (row) heads(event, 'rows', Number(row));
      else if (target.closest('[data-head-all]')) controller.choose(selectAll());
      else if (target.closest('[role=grid] [role=presentation]')) (controller.isPointing ? point : cells)(event);
    }
    return undefined;
  };
}

/** The rows or columns that get a size together: all that are chosen, when one of them is dragged. */
function tracksToResize(
  { selection, session, sheetId }: SheetController,
  axis: 'rows' | 'columns',
  number: number,
): number[] {
  const { area, whole } = selection;
  const [from, until] = axis === 'rows' ? [area.top, area.bottom] : [area.left, area.right];
  if (whole !== axis || number < from || number > until) return [number];
  const last = axis === 'rows' ? session.book.sheet(sheetId).extent.rows : until;
  return Array.from({ length: Math.min(until, Math.max(last, number)) - from + 1 }, (_, at) => from + at);
}
