import { useEffect, useState } from 'react';

/**
 * False in the first picture of a component and true from the next one on: what takes long to draw waits for it, so that
 * an input that comes meanwhile is not kept waiting.
 */
export function useNextPicture(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
