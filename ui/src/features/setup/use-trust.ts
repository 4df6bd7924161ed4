import { useCallback, useEffect, useState } from 'react';

export type Trust = 'testing' | 'trusted' | 'untrusted';

/** Milliseconds for a browser to open a connection, or to begin to work offline. */
const PATIENCE = 6_000;

/** Whether the browser opens a secure connection to an origin; what it says is not read. */
async function opens(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(`${origin}/api/health`, { mode: 'no-cors', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}

/**
 * Whether a page that came over HTTPS came by a certificate that is trusted: who has only clicked the warning away gets no
 * service worker.
 */
async function worksOffline(): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE));
  const ready = navigator.serviceWorker?.ready.then(() => true) ?? Promise.resolve(false);
  return Promise.race([ready, late]);
}

/** Tries the secure address from this browser, at once and whenever the page is looked at again. */
export function useTrust(origin: string) {
  const [trust, setTrust] = useState<Trust>('testing');
  const test = useCallback(async () => {
    setTrust('testing');
    const isTrusted = await (location.protocol === 'https:' ? worksOffline() : opens(origin));
    setTrust(isTrusted ? 'trusted' : 'untrusted');
  }, [origin]);
  useEffect(() => {
    void test();
    const testWhenVisible = () => document.visibilityState === 'visible' && void test();
    document.addEventListener('visibilitychange', testWhenVisible);
    return () => document.removeEventListener('visibilitychange', testWhenVisible);
  }, [test]);
  return { trust, test };
}
