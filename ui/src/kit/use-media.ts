import { useSyncExternalStore } from 'react';

interface Media {
  readonly matches: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

/** One list for each query: the browser makes each anew, and every row of a list asks. */
const known = new Map<string, Media>();

function mediaOf(query: string): Media {
  const kept = known.get(query);
  if (kept) return kept;
  const list = matchMedia(query);
  const media = {
    matches: () => list.matches,
    subscribe: (listener: () => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
  known.set(query, media);
  return media;
}

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches);
}

/** A window without room for the sidebar beside the content: a tablet, or a laptop at 200 %. */
export const useIsCompact = () => useMedia('(max-width: 899px)');

/** A screen as narrow as a phone's. */
export const useIsPhone = () => useMedia('(max-width: 639px)');
