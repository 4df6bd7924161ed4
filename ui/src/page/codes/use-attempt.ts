import { useState } from 'react';
import { faultText } from '~/api/fault';

/** Something that the server, or the browser, may refuse: whether it is under way, and why it failed. */
export function useAttempt(wordsOf: (error: unknown) => string = faultText) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  /** Says whether it worked. */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(wordsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt, setProblem };
}
