import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { EditorOpened } from '~/api/types';
import { calls } from '../api';
import { keeper } from '~/api/kept-edits';
import type { FilePlace } from '../port';
import { Sitting } from '../sitting';

/** One editing of a file, from its opening until the page is left. */
export function useSitting(opened: EditorOpened, place: FilePlace, user: string) {
  // A file that is opened anew is another sitting, even in the same place.
  const sitting = useMemo(
    () => new Sitting(opened, place, { calls, keeper, user, now: () => Date.now() }),
    [opened, place, user],
  );
  useEffect(() => {
    sitting.start();
    const save = () => {
      if (document.visibilityState === 'hidden') void sitting.save();
    };
    const online = () => void sitting.save();
    const leave = (event: BeforeUnloadEvent) => {
      sitting.settle();
      if (!sitting.isDirty) return;
      void sitting.save();
      if (!sitting.isSafe) event.preventDefault();
    };
    document.addEventListener('visibilitychange', save);
    addEventListener('online', online);
    addEventListener('beforeunload', leave);
    return () => {
      document.removeEventListener('visibilitychange', save);
      removeEventListener('online', online);
      removeEventListener('beforeunload', leave);
      void sitting.close();
    };
  }, [sitting]);
  return { sitting, state: useSyncExternalStore(sitting.subscribe, sitting.get) };
}
