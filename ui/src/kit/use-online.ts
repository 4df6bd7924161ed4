import { useSyncExternalStore } from 'react';

function subscribe(run: () => void): () => void {
  addEventListener('online', run);
  addEventListener('offline', run);
  return () => {
    removeEventListener('online', run);
    removeEventListener('offline', run);
  };
}

/** Whether the browser has a connection, as far as it knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
