import { useEffect, useRef, useState } from 'react';
import { challengeOf } from './challenge';
import { solve } from './solve';

/** A solution may be too old when it arrives; then there is another one. */
const TRIES = 3;

/** Sends a call again by itself with the solution that the server asks for. */
export function useCaptcha() {
  /** How far the search is, from 0 to 1; null while nothing is searched. */
  const [share, setShare] = useState<number | null>(null);
  const gone = useRef(new AbortController());
  useEffect(() => {
    const { current } = gone;
    return () => current.abort();
  }, []);

  const sendWithCaptcha = async <T>(send: (captcha?: string) => Promise<T>): Promise<T> => {
    let solution: string | undefined;
    for (let tries = 1; ; tries += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each try needs the answer to the one before
        return await send(solution);
      } catch (error) {
        const challenge = challengeOf(error);
        if (!challenge || tries === TRIES) throw error;
        setShare(0);
        // oxlint-disable-next-line no-await-in-loop -- as above
        solution = await solve(challenge, setShare, gone.current.signal).finally(() => setShare(null));
      }
    }
  };
  return { share, guarded: sendWithCaptcha };
}
