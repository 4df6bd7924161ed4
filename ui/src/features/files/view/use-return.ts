import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { EntriesHandle } from './entries-view';
import type { Entries } from '../listing/listing';
import { rememberScroll, rememberedScroll } from './scroll-memory';
import { focusOn } from '../listing/selection';
import type { Selecting } from './use-selection';

/** Coming back to a directory shows it as it was left: scrolled there, with the entry that was opened. */
export function useReturn(
  directoryId: string,
  entries: Entries,
  selecting: Selecting,
  handle: RefObject<EntriesHandle | null>,
): void {
  const [remembered] = useState(() => rememberedScroll(directoryId));
  const restored = useRef(false);
  const ready = !entries.loading && entries.count > 0;

  useLayoutEffect(() => {
    const shown = handle.current;
    if (!ready || restored.current || !shown) return;
    restored.current = true;
    if (!remembered) return;
    // A new list stands at its top; to say so would cost a layout.
    if (remembered.top > 0) shown.scroller.scrollTop = remembered.top;
    const known = remembered.cursor !== null && entries.indexOf(remembered.cursor) >= 0;
    if (known && remembered.cursor) selecting.set(focusOn(remembered.cursor));
  });

  useEffect(() => {
    const remember = () => {
      const top = handle.current?.scroller.scrollTop ?? 0;
      rememberScroll(directoryId, { top, cursor: selecting.now().cursor });
    };
    addEventListener('pagehide', remember);
    const scroller = handle.current?.scroller;
    let timer: ReturnType<typeof setTimeout>;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(remember, 150);
    };
    scroller?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', remember);
      scroller?.removeEventListener('scroll', onScroll);
    };
  }, [directoryId, ready, handle, selecting]);
}
