import { useSyncExternalStore } from 'react';

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** A window without room for the sidebar beside the content: a tablet, or a laptop at 200 %. */
export const useIsCompact = () => useMedia('(max-width: 899px)');

/** A screen as narrow as a phone's. */
export const useIsPhone = () => useMedia('(max-width: 639px)');
