import { useLayoutEffect, useRef } from 'react';

/** Calls back when somebody asks for words to find by Ctrl+F, unless a dialog is open. */
export function useFindKey(onFind: () => void): void {
  const call = useRef(onFind);
  call.current = onFind;
  // Not a passive effect: what is drawn has to take the key already.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyF' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      event.preventDefault();
      call.current();
    };
    // Before the browser's own search, and before other keys of the page.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
