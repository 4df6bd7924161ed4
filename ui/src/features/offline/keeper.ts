import { useEffect } from 'react';
import { changed } from '~/api/changed';
import { useUserId } from '~/api/session';
import { Answers } from './answers';
import { wipe } from './database';
import { readPins, refreshPins } from './pins';
import { keepPreviews, switchToKept } from './seen';

/** What a person saw stays readable on this device; when nobody is signed in, nothing stays. */
export function useKeeper(): void {
  const user = useUserId();
  useEffect(() => {
    if (!user) {
      void wipe().catch(() => undefined);
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
