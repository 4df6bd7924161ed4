import { useEffect, useRef, useState } from 'react';
import { hasPasskeys, offersPasskeys } from '~/api/webauthn';
import { enter } from './enter';
import { signInByPasskey } from '~/features/passkeys/sign-in';
import { passkeyProblem } from './passkey-words';

/** A key may be asked for only once at a time: what waits behind a field gives way to the button. */
export function usePasskeyLogin() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const waiting = useRef<AbortController | null>(null);

  useEffect(() => {
    const mine = new AbortController();
    const offer = async () => {
      if (!(await offersPasskeys()) || mine.signal.aborted) return;
      waiting.current = mine;
      await enter(await signInByPasskey({ autofill: true, signal: mine.signal }));
    };
    // Nobody asked for it, so nobody is told when it fails; the button is still there.
    offer().catch(() => undefined);
    return () => mine.abort();
  }, []);

  const start = async () => {
    waiting.current?.abort();
    setBusy(true);
    setProblem('');
    try {
      await enter(await signInByPasskey());
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return { offered: hasPasskeys(), busy, problem, start: () => void start() };
}
