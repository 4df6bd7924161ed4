import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { Track } from './layout';

/** Numbers from 1, the last one included. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Rows and columns beyond the edges that are drawn too. */
const MORE = 6;

type Options = {
  /** The room of heads, and of frozen cells behind them. */
  head: { top: number; side: number };
  frozen: { top: number; side: number };
  onRows?: ((rows: Span) => void) | undefined;
};

const isSame = (a: Span, b: Span) => a.from === b.from && a.until === b.until;

const spanOf = (track: Track, from: number, size: number): Span => ({
  from: Math.max(1, track.find(from) - MORE),
  until: Math.min(track.count, track.find(from + size) + MORE),
});

/** The rows and columns in sight of a scrolling box, and a way to bring a cell into sight. */
export function useWindow(box: RefObject<HTMLElement | null>, rows: Track, columns: Track, options: Options) {
  const { head, frozen, onRows } = options;
  const [seen, setSeen] = useState({ rows: { from: 1, until: 1 }, columns: { from: 1, until: 1 } });
  const read = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const now = {
      rows: spanOf(rows, element.scrollTop, element.clientHeight),
      columns: spanOf(columns, Math.abs(element.scrollLeft), element.clientWidth),
    };
    setSeen((old) => (isSame(old.rows, now.rows) && isSame(old.columns, now.columns) ? old : now));
  }, [box, rows, columns]);
  useLayoutEffect(read, [read]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', read);
    };
  }, [box, read]);
  useEffect(() => onRows?.(seen.rows), [seen.rows, onRows]);

  const show = ({ row, column }: { row: number; column: number }) => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, clientHeight, clientWidth } = element;
    const side = Math.abs(element.scrollLeft);
    const sign = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    element.scrollTop = into(rows, row, scrollTop, clientHeight, head.top, frozen.top);
    element.scrollLeft = sign * into(columns, column, side, clientWidth, head.side, frozen.side);
  };
  const page = Math.max(1, seen.rows.until - seen.rows.from - 3 * MORE);
  return { ...seen, show, page };
}

/** How far a box has to be scrolled so that an item is between the frozen ones and the far edge. */
function into(track: Track, number: number, scrolled: number, size: number, head: number, frozen: number): number {
  const [begin, end] = [track.at(number), track.at(number + 1)];
  if (end <= frozen) return scrolled;
  if (begin < scrolled + frozen) return begin - frozen;
  return Math.max(scrolled, head + end - size);
}
