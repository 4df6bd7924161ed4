import { useEffect, useRef } from 'react';

/**
 * Keeps the distance between the bottom of the window and the top of an element in the CSS variable --dock, so that
 * toasts and other floating parts stay above it.
 */
export function useDock<E extends HTMLElement>() {
  const dock = useRef<E>(null);
  useEffect(() => {
    const root = document.documentElement;
    const measure = () => {
      const top = dock.current?.getBoundingClientRect().top;
      if (top !== undefined) root.style.setProperty('--dock', `${Math.max(0, Math.round(innerHeight - top))}px`);
    };
    const observer = new ResizeObserver(measure);
    for (const element of [dock.current, dock.current?.parentElement, root]) if (element) observer.observe(element);
    measure();
    return () => {
      observer.disconnect();
      root.style.removeProperty('--dock');
    };
  }, []);
  return dock;
}
