import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { EditorOpened } from '~/api/types';
import { calls } from '../api';
import { drafts } from '~/api/drafts';
import type { FilePlace } from '../port';
import { EditSession } from '../edit-session';

/** One editing of a file, from its opening until the page is left. */
export function useEditSession(opened: EditorOpened, place: FilePlace, user: string) {
  // A file that is opened anew is another session, even in the same place.
  const session = useMemo(
    () => new EditSession(opened, place, { calls, drafts, user, now: () => Date.now() }),
    [opened, place, user],
  );
  useEffect(() => {
    session.start();
    const save = () => {
      if (document.visibilityState === 'hidden') void session.save();
    };
    const online = () => void session.save();
    const leave = (event: BeforeUnloadEvent) => {
      session.commitTyping();
      if (!session.isDirty) return;
      void session.save();
      if (!session.isSafe) event.preventDefault();
    };
    document.addEventListener('visibilitychange', save);
    addEventListener('online', online);
    addEventListener('beforeunload', leave);
    return () => {
      document.removeEventListener('visibilitychange', save);
      removeEventListener('online', online);
      removeEventListener('beforeunload', leave);
      void session.close();
    };
  }, [session]);
  return { session, state: useSyncExternalStore(session.subscribe, session.get) };
}
