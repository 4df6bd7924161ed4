import { useEffect, useRef, useState } from 'react';
import { offersPasskeys } from '~/api/webauthn';
import { askForLogin, QUESTION_LIFE, signInByPasskey } from '~/features/passkeys/sign-in';
import { obstacle } from '~/features/passkeys/support';
import { enter } from './enter';
import { passkeyProblem } from './passkey-words';

/** A key may be asked for only once at a time: what waits behind a field gives way to the button. */
export function usePasskeyLogin() {
  const offered = obstacle() === null;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const waiting = useRef<AbortController | null>(null);

  useEffect(() => {
    if (!offered) return undefined;
    return offerWhileShown(waiting, (error) => setProblem(passkeyProblem(error)));
  }, [offered]);

  const start = async () => {
    waiting.current?.abort();
    setBusy(true);
    setProblem('');
    try {
      await enter(await signInByPasskey(await askForLogin()));
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return { offered, busy, problem, start: () => void start() };
}

type Waiting = { current: AbortController | null };

/** Offers passkeys in the autofill of the sign-in field. Errors are shown only after the user has chosen one. */
function offerWhileShown(waiting: Waiting, onProblem: (error: unknown) => void): () => void {
  let asked = 0;
  const offer = async () => {
    const mine = new AbortController();
    waiting.current = mine;
    asked = Date.now();
    if (!(await offersPasskeys()) || mine.signal.aborted) return;
    const answer = await askForLogin({ autofill: true, signal: mine.signal }).catch(() => null);
    if (answer) await signInByPasskey(answer).then(enter).catch(onProblem);
  };
  // A page that was left open needs a new challenge before the old one expires.
  const again = () => {
    if (Date.now() - asked < QUESTION_LIFE) return;
    waiting.current?.abort();
    void offer();
  };
  void offer();
  addEventListener('focus', again);
  return () => {
    removeEventListener('focus', again);
    waiting.current?.abort();
  };
}
