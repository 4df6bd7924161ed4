import { useEffect } from 'react';
import { changed } from '~/api/changed';
import { emptyDatabases } from '~/api/personal';
import { useUserId } from '~/api/session';
import { Answers } from './answers';
import { readPins, refreshPins } from './pins';
import { keepPreviews, switchToKept } from './seen';

/** Keeps data that the user has seen on this device; deletes all of it when no user is signed in. */
export function useKeeper(): void {
  const user = useUserId();
  useEffect(() => {
    if (!user) {
      void emptyDatabases();
      return undefined;
    }
    const stops = [new Answers(user).start(), keepPreviews(user)];
    void readPins(user).then(() => (navigator.onLine ? refreshPins() : undefined));
    const onOnline = () => {
      void changed.previews();
      void refreshPins();
    };
    const onOffline = () => void switchToKept();
    addEventListener('online', onOnline);
    addEventListener('offline', onOffline);
    return () => {
      stops.forEach((stop) => stop());
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
    };
  }, [user]);
}
