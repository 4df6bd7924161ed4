import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { isRtl } from '~/i18n';
import { cellsIn, type Layout, type Rect } from './layout';
import { band, clear } from '../listing/selection';
import type { Selecting } from './use-selection';

/** Pixels before a press becomes a rubber band. */
const THRESHOLD = 5;
const EDGE = 36;

interface Drag {
  readonly x: number;
  readonly y: number;
  readonly before: ReturnType<Selecting['now']>;
  pointer: { x: number; y: number };
  active: boolean;
  frame: number;
}

interface Options {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly layout: Layout;
  readonly count: number;
  readonly idAt: (index: number) => string | null;
  readonly selecting: Selecting;
}

/** A rubber band that chooses entries and scrolls at the edges. Starts on empty space with a mouse. */
export function useMarquee(options: Options) {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const drag = useRef<Drag | null>(null);
  const [rect, setRect] = useState<Rect | null>(null);

  useEffect(() => () => cancelAnimationFrame(drag.current?.frame ?? 0), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (event.button !== 0 || event.pointerType !== 'mouse' || target.closest('[data-part]')) return;
    const { scroller, selecting } = latest.current;
    const element = scroller.current;
    // A press on the scroll bar is not one on the list.
    if (!element || isOnScrollbar(element, event)) return;
    const point = pointIn(element, event.clientX, event.clientY);
    const keep = event.ctrlKey || event.metaKey || event.shiftKey;
    drag.current = {
      x: point.x,
      y: point.y,
      before: keep ? selecting.now() : clear(selecting.now()),
      pointer: { x: event.clientX, y: event.clientY },
      active: false,
      frame: 0,
    };
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    const element = latest.current.scroller.current;
    if (!now || !element) return;
    now.pointer = { x: event.clientX, y: event.clientY };
    const point = pointIn(element, event.clientX, event.clientY);
    if (!now.active && Math.hypot(point.x - now.x, point.y - now.y) < THRESHOLD) return;
    if (!now.active) {
      now.active = true;
      // Not before: a captured press would make every click one on the list itself.
      element.setPointerCapture(event.pointerId);
      follow();
    }
  };

  /** Runs while the button is down: the list may scroll under a pointer that does not move. */
  const follow = () => {
    const now = drag.current;
    const { scroller, layout, count, idAt, selecting } = latest.current;
    const element = scroller.current;
    if (!now || !element) return;
    element.scrollTop += pull(element, now.pointer.y);
    const next = rectOf(now, pointIn(element, now.pointer.x, now.pointer.y));
    setRect(next);
    const covered = cellsIn(next, layout, count)
      .map(idAt)
      .filter((id) => id !== null);
    selecting.set(band(now.before, covered));
    now.frame = requestAnimationFrame(follow);
  };

  /** Answers whether there was a band: the click that follows then means nothing. */
  const endDrag = (): boolean => {
    const now = drag.current;
    drag.current = null;
    if (!now) return false;
    cancelAnimationFrame(now.frame);
    setRect(null);
    return now.active;
  };

  return { rect, onPointerDown, onPointerMove, end: endDrag };
}

/** A point in the content, counted from the inline start. */
function pointIn(element: HTMLElement, clientX: number, clientY: number): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const x = isRtl() ? box.right - clientX : clientX - box.left;
  return { x, y: clientY - box.top + element.scrollTop };
}

function rectOf(from: { x: number; y: number }, to: { x: number; y: number }): Rect {
  return {
    top: Math.min(from.y, to.y),
    bottom: Math.max(from.y, to.y),
    start: Math.min(from.x, to.x),
    end: Math.max(from.x, to.x),
  };
}

function pull(element: HTMLElement, clientY: number): number {
  const box = element.getBoundingClientRect();
  if (clientY < box.top + EDGE) return -Math.min(24, (box.top + EDGE - clientY) / 2);
  if (clientY > box.bottom - EDGE) return Math.min(24, (clientY - box.bottom + EDGE) / 2);
  return 0;
}

function isOnScrollbar(element: HTMLElement, { clientX }: { clientX: number }): boolean {
  const box = element.getBoundingClientRect();
  const bar = element.offsetWidth - element.clientWidth;
  return isRtl() ? clientX < box.left + bar : clientX > box.right - bar;
}
