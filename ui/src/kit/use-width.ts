import { useLayoutEffect, useState, type RefObject } from 'react';

/** The inner width of an element, in px; 0 before the first layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const observer = new ResizeObserver(() => setWidth(target.clientWidth));
    observer.observe(target);
    // Known only after layout, and needed before anyone sees it.
    // oxlint-disable-next-line react/set-state-in-effect
    setWidth(target.clientWidth);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
