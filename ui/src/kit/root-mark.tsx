import { useLayoutEffect } from 'react';

type Mark = 'dialog' | 'tray';

const shown: Record<Mark, number> = { dialog: 0, tray: 0 };

function count(mark: Mark, by: 1 | -1): void {
  shown[mark] += by;
  document.documentElement.toggleAttribute(`data-${mark}-shown`, shown[mark] > 0);
}

/**
 * Tells the styles of the whole page that a dialog or the tray of uploads is there: `data-dialog-shown` and `data-tray-shown` at
 * the root. A rule with `:has()` would be examined after every change of the page, through all of its elements.
 */
export function RootMark({ of }: { of: Mark }) {
  useLayoutEffect(() => {
    count(of, 1);
    return () => count(of, -1);
  }, [of]);
  return null;
}
