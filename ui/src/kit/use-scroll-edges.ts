import { useEffect, useRef, useState } from 'react';

/** Whether the content of a scrolling element goes on above and below the part in view. */
export function useScrollEdges() {
  const scroller = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ above: false, below: false });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => {
      const above = element.scrollTop > 0;
      const below = element.scrollHeight - element.clientHeight - element.scrollTop > 1;
      setEdges((now) => (now.above === above && now.below === below ? now : { above, below }));
    };
    // The content grows and shrinks without a scroll event.
    const sizes = new ResizeObserver(measure);
    const watch = () => {
      sizes.disconnect();
      for (const part of [element, ...element.children]) sizes.observe(part);
    };
    const parts = new MutationObserver(watch);
    watch();
    parts.observe(element, { childList: true });
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return { scroller, ...edges };
}
