import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed. What depends on it is drawn at once: a browser does not wait before it prints. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    const set = (on: boolean) => flushSync(() => setPrinting(on));
    const change = () => set(paper.matches);
    const before = () => set(true);
    const after = () => set(false);
    paper.addEventListener('change', change);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      paper.removeEventListener('change', change);
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
