import { useLayoutEffect, useRef } from 'react';

/** Longer than a busy machine takes between drawing a dialog and listening for its keys. */
const early = 400;

/** The dialogs that opened just now; the last one lies on top. */
const opening: (() => void)[] = [];

function handleEscape(event: KeyboardEvent) {
  const close = opening.at(-1);
  if (!close || event.key !== 'Escape' || event.isComposing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  close();
}

/**
 * Closes a dialog by an Escape that comes as it appears. The library listens for keys in an effect, which runs
 * after the first paint, so a key pressed before that would go to the page below.
 */
export function useEarlyEscape(open: boolean, onEscape: () => void) {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useLayoutEffect(() => {
    if (!open) return undefined;
    const close = () => latest.current();
    const end = () => {
      clearTimeout(timer);
      const place = opening.indexOf(close);
      if (place >= 0) opening.splice(place, 1);
      if (opening.length === 0) document.removeEventListener('keydown', handleEscape, true);
    };
    const timer = setTimeout(end, early);
    opening.push(close);
    document.addEventListener('keydown', handleEscape, true);
    return end;
  }, [open]);
}
