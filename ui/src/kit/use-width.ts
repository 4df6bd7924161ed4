import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The last width of an element of each kind. */
const usual = new Map<string, number>();

/**
 * The inner width of an element, in px; 0 before the first layout. An element of a kind that was there before begins with the
 * last width of that kind, which a different one replaces before the next paint.
 */
export function useWidth(element: RefObject<HTMLElement | null>, kind?: string): number {
  const [width, setWidth] = useState(() => (kind === undefined ? 0 : (usual.get(kind) ?? 0)));
  const guessed = useRef(width > 0);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const read = () => {
      if (kind !== undefined) usual.set(kind, target.clientWidth);
      setWidth(target.clientWidth);
    };
    const observer = new ResizeObserver(read);
    observer.observe(target);
    // Known only after layout, and needed before anyone sees it. To read it here costs a layout of its own.
    if (!guessed.current) read();
    return () => observer.disconnect();
  }, [element, kind]);
  return width;
}
