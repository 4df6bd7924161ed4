import { useCallback, useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { rowsInSight, type RowSizes, type RowWindow } from './row-window';

/** The height of the last list: the next one is most often as high, and its rows are then right from the start. */
let usual = 0;

/** At most so long after the first picture of a list the rows beyond its edges are drawn, in ms. */
const SOON = 300;

const whenIdle = (work: () => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SOON / 3);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(work, { timeout: SOON });
  return () => cancelIdleCallback(waiting);
};

/**
 * Which rows of a long list to draw. Their heights are known, so nothing is measured and the length of the list costs
 * nothing. The first picture of a list has the rows in sight alone; those beyond follow when there is time.
 */
export function useRows(scroller: RefObject<HTMLElement | null>, rowCount: number, sizes: RowSizes): RowWindow {
  const { height, lead, leadHeight } = sizes;
  const [sight, setSight] = useState({ top: 0, height: usual });
  const list = `${rowCount} ${height} ${lead} ${leadHeight}`;
  const [drawn, setDrawn] = useState('');
  const bare = drawn !== list;
  const rowsOf = useCallback(
    (at: { top: number; height: number }) =>
      rowsInSight(at.top, at.height, { height, lead, leadHeight }, rowCount, bare),
    [height, lead, leadHeight, rowCount, bare],
  );
  useEffect(() => (bare ? whenIdle(() => setDrawn(list)) : undefined), [bare, list]);
  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = { top: element.scrollTop, height: element.clientHeight };
    usual = next.height;
    setSight((now) => {
      const [before, after] = [rowsOf(now), rowsOf(next)];
      return before.first === after.first && before.end === after.end ? now : next;
    });
  }, [scroller, rowsOf]);

  // The height is known only after layout, and its rows have to be drawn before the next paint. Later changes of the
  // rows use the height that is known: to read it in the midst of a change would cost a layout of its own. The observer
  // tells of another one before the next paint, too.
  const known = sight.height > 0;
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect
    if (!known) update();
  }, [known, update]);
  useLayoutEffect(() => {
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
  return useMemo(() => rowsOf(sight), [rowsOf, sight]);
}
