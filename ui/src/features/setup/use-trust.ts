import { useCallback, useEffect, useState } from 'react';

/**
 * `opens`: there is a secure connection, and nobody can tell whether by trust or because a warning was clicked away;
 * `overridden`: a warning was clicked away; `refused`: there is none.
 */
export type Trust = 'testing' | 'trusted' | 'opens' | 'overridden' | 'refused';

/** Milliseconds for a browser to open a connection, or to begin to work offline. */
const PATIENCE = 6_000;

/** Whether the browser opens a secure connection to an origin; what it says is not read. */
async function testFrom(origin: string): Promise<Trust> {
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(`${origin}/api/health`, { mode: 'no-cors', cache: 'no-store', signal }).then(
    () => 'opens',
    () => 'refused',
  );
}

/** How a page came over HTTPS. Chromium registers no service worker where a warning was clicked away; others may. */
async function testHere(): Promise<Trust> {
  if (!('userAgentData' in navigator)) return 'opens';
  try {
    const worker = await navigator.serviceWorker?.register('/sw.js');
    if (!worker) return 'opens';
    // One of an earlier visit says nothing of the certificate of now.
    if (worker.active) await worker.update();
    return 'trusted';
  } catch (error) {
    return error instanceof Error && /certificate/i.test(error.message) ? 'overridden' : 'opens';
  }
}

/** Tries the secure address from this browser, at once and whenever the page is looked at again. */
export function useTrust(origin: string) {
  const [trust, setTrust] = useState<Trust>('testing');
  const test = useCallback(async () => {
    setTrust('testing');
    const late = new Promise<Trust>((resolve) => setTimeout(() => resolve('opens'), PATIENCE));
    setTrust(await (location.protocol === 'https:' ? Promise.race([testHere(), late]) : testFrom(origin)));
  }, [origin]);
  useEffect(() => {
    void test();
    const testWhenVisible = () => document.visibilityState === 'visible' && void test();
    document.addEventListener('visibilitychange', testWhenVisible);
    return () => document.removeEventListener('visibilitychange', testWhenVisible);
  }, [test]);
  return { trust, test };
}
