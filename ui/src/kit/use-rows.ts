import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { rowsInSight, type RowWindow } from './row-window';

/**
 * Which rows of a long list to draw. Rows all have the same height, so nothing is measured and the length of the
 * list costs nothing.
 */
export function useRows(scroller: RefObject<HTMLElement | null>, rowCount: number, rowHeight: number): RowWindow {
  const [sight, setSight] = useState({ top: 0, height: 0 });
  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = { top: element.scrollTop, height: element.clientHeight };
    const rowsOf = ({ top, height }: typeof next) => rowsInSight(top, height, rowHeight, rowCount);
    setSight((now) => {
      const [before, after] = [rowsOf(now), rowsOf(next)];
      return before.first === after.first && before.end === after.end ? now : next;
    });
  }, [scroller, rowCount, rowHeight]);

  // The height is known only after layout, and its rows have to be drawn before the next paint. Later changes of the
  // rows use the height that is known: to read it in the midst of a change would cost a layout of its own.
  const known = sight.height > 0;
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect
    if (!known) update();
  }, [known, update]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, update]);
  const { top, height } = sight;
  return useMemo(() => rowsInSight(top, height, rowHeight, rowCount), [top, height, rowHeight, rowCount]);
}
