import { useEffect } from 'react';
import { createStore } from '~/kit/store';

const shown = createStore<string | undefined>(undefined);

/** What the page has open, a folder or a file; undefined while it is not known, and on pages that have their words alone. */
export const useOpenName = shown.use;

/** Names the window after what the page has open, in place of the words of the route. */
export function useWindowTitle(name: string | undefined): void {
  useEffect(() => {
    shown.set(name);
    return () => shown.set(undefined);
  }, [name]);
}
