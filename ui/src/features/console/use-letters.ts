import { useLayoutEffect } from 'react';
import { isPageCovered } from '~/kit/page-cover';

/** The Latin letter of a key, on a keyboard of any language. */
const letterOf = ({ key, code }: KeyboardEvent) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();

const isTaken = (event: KeyboardEvent) =>
  event.ctrlKey ||
  event.altKey ||
  event.metaKey ||
  event.isComposing ||
  (event.target instanceof HTMLElement && !!event.target.closest('input, textarea, [contenteditable], [role=menu]')) ||
  isPageCovered();

/** Runs an action when its letter is pressed, except in a field and under a dialog. */
export function useLetters(actions: Readonly<Record<string, () => void>>): void {
  // With what is drawn, not after it: a key in between would act on what was there before.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const run = isTaken(event) ? undefined : actions[letterOf(event) ?? ''];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
