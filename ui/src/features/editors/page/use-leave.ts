import { useCallback, useEffect, useRef, useState } from 'react';
import type { Sitting } from '../sitting';

interface Leaving {
  /** Whether the user is asked, because edits would be lost. */
  readonly asks: boolean;
  /** Goes elsewhere once the edits are saved, or at least kept on the device. */
  readonly leave: (go: () => void) => Promise<void>;
  readonly stay: () => void;
  /** Goes without saving. */
  readonly go: () => void;
}

/** Saves before the page is left: by a button, and by the browser's "back" unless the editor is in a frame. */
export function useLeave(sitting: Sitting, fileId: string, framed: boolean): Leaving {
  const [asks, setAsks] = useState(false);
  const next = useRef<(() => void) | null>(null);
  const saves = useRef(false);
  const leave = useCallback(
    async (go: () => void) => {
      next.current = go;
      sitting.settle(true);
      // The user does not want to wait any longer.
      if (saves.current) return setAsks(true);
      saves.current = true;
      await sitting.save();
      saves.current = false;
      if (!next.current) return;
      setAsks(!sitting.isSafe);
      if (sitting.isSafe) next.current();
    },
    [sitting],
  );

  useEffect(() => {
    // "Back" loads the frame anew before any page hears of it.
    if (framed) return undefined;
    // Those of the address after a copy, too.
    const { href } = location;
    const state: unknown = history.state;
    let passes = false;
    const onBack = (event: PopStateEvent) => {
      if (passes) {
        passes = false;
        return;
      }
      sitting.settle(true);
      if (sitting.isSafe) return;
      // The router must not hear of it yet: this page stays until its edits are safe. Where the user goes to is then
      // one step before it.
      event.stopImmediatePropagation();
      history.pushState(state, '', href);
      void leave(() => {
        passes = true;
        history.back();
      });
    };
    addEventListener('popstate', onBack, { capture: true });
    return () => removeEventListener('popstate', onBack, { capture: true });
  }, [sitting, leave, fileId, framed]);

  return {
    asks,
    leave,
    stay: () => {
      next.current = null;
      setAsks(false);
    },
    go: () => {
      setAsks(false);
      next.current?.();
    },
  };
}
