import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { rowsInSight, type RowSizes, type RowWindow } from './row-window';

/**
 * Which rows of a long list to draw. Their heights are known, so nothing is measured and the length of the list costs
 * nothing.
 */
export function useRows(scroller: RefObject<HTMLElement | null>, rowCount: number, sizes: RowSizes): RowWindow {
  const { height, lead, leadHeight } = sizes;
  const [rows, setRows] = useState<RowWindow>({ first: 0, end: 0 });
  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = rowsInSight(element.scrollTop, element.clientHeight, { height, lead, leadHeight }, rowCount);
    setRows((now) => (now.first === next.first && now.end === next.end ? now : next));
  }, [scroller, rowCount, height, lead, leadHeight]);

  // The rows in sight are known only after layout, and have to be drawn before the next paint.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(update, [update]);
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
  return rows;
}
