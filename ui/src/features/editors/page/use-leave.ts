import { useCallback, useEffect, useRef, useState } from 'react';
import { guardHistory } from '~/kit/shown-location';
import type { EditSession } from '../edit-session';

interface Leaving {
  /** Whether the user is asked, because edits would be lost. */
  readonly isAsking: boolean;
  /**
   * Goes elsewhere once the edits are saved, or at least kept on the device. The address there takes the place of this one
   * when it is told to replace it.
   */
  readonly leave: (go: (replace: boolean) => void) => Promise<void>;
  readonly stay: () => void;
  /** Goes without saving. */
  readonly go: () => void;
  /** Called when the user changes something. */
  readonly onChange: () => void;
}

const isSecond = (state: unknown) => typeof state === 'object' && state !== null && 'editing' in state;

/**
 * Saves before the page is left: by a button, and by the browser's "back". A browser loads a frame anew as it goes to the
 * address before, and all in it is gone before any page hears of that. So an editor in a frame has its address twice in
 * the history from the first change on: "back" leads to the same frame, and from there to where the user wants to go.
 */
export function useLeave(session: EditSession, fileId: string, framed: boolean): Leaving {
  const [isAsking, setAsks] = useState(false);
  const next = useRef<(() => void) | null>(null);
  const isSaving = useRef(false);
  const armed = useRef(framed && isSecond(history.state));
  const leave = useCallback(
    async (go: (replace: boolean) => void) => {
      next.current = () => go(armed.current);
      session.commitTyping(true);
      // The user does not want to wait any longer.
      if (isSaving.current) return setAsks(true);
      isSaving.current = true;
      await session.save();
      isSaving.current = false;
      if (!next.current) return;
      setAsks(!session.isSafe);
      if (session.isSafe) next.current();
    },
    [session],
  );
  const onChange = useCallback(() => {
    if (!framed || armed.current) return;
    armed.current = true;
    history.pushState({ editing: true }, '', location.href);
  }, [framed]);

  useEffect(() => {
    // After a copy the address is another one: `fileId` has them read anew.
    const { href } = location;
    const state: unknown = history.state;
    let skipsNext = false;
    const goBack = (steps: number) => {
      skipsNext = true;
      history.go(-steps);
    };
    /** Whether this page stays until its edits are safe. */
    const mustStay = () => {
      if (skipsNext) {
        skipsNext = false;
        return false;
      }
      if (framed && !armed.current) return false;
      session.commitTyping(true);
      if (!framed && session.isSafe) return false;
      if (framed && session.isSafe) {
        goBack(1);
        return true;
      }
      history.pushState(framed ? { editing: true } : state, '', framed ? location.href : href);
      // Where the user goes to is one step before this page, or two where it has its address twice.
      void leave(() => goBack(framed ? 2 : 1));
      return true;
    };
    return guardHistory(mustStay);
  }, [session, leave, fileId, framed]);

  return {
    isAsking,
    leave,
    onChange,
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
