import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { rowsInSight, type RowSizes, type RowWindow } from './row-window';
import { usePrinting } from './use-printing';

/** The rows to draw of a long list that scrolls with its page. All of them on paper. */
export function usePageRows(list: RefObject<HTMLElement | null>, rowCount: number, sizes: RowSizes): RowWindow {
  const { height, lead, leadHeight } = sizes;
  const printing = usePrinting();
  const [rows, setRows] = useState<RowWindow>({ first: 0, end: 0 });
  const update = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const above = -element.getBoundingClientRect().top;
    const next = rowsInSight(above, innerHeight + Math.min(0, above), { height, lead, leadHeight }, rowCount);
    setRows((now) => (now.first === next.first && now.end === next.end ? now : next));
  }, [list, rowCount, height, lead, leadHeight]);

  // The rows in sight are known only after layout, and have to be drawn before the next paint.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(update, [update]);
  useEffect(() => {
    // Scrolling of any ancestor: the event does not bubble, but it can be captured.
    const options = { capture: true, passive: true };
    addEventListener('scroll', update, options);
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update, options);
      removeEventListener('resize', update);
    };
  }, [update]);
  return printing ? { first: 0, end: rowCount } : rows;
}
