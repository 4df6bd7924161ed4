import { useState } from 'react';
import { DeadEnd, deadEndOf, hostOf } from './dead-end';
import { PublicFrame } from './public-frame';

/** Whether the link or box of a public page has stopped working, at the first call or at a later one. */
export function useDeadEnd(error: unknown, refetch: () => unknown) {
  const [ended, setEnded] = useState<unknown>(null);
  const retry = () => {
    setEnded(null);
    return refetch();
  };
  return {
    /** Returns the answer of a call, and remembers an error that ends the link. */
    watch: async <Answer,>(answer: Promise<Answer>): Promise<Answer> => {
      try {
        return await answer;
      } catch (problem) {
        if (deadEndOf(problem)) setEnded(problem);
        throw problem;
      }
    },
    /** The element shown in place of the page; null while the link works. */
    deadEnd:
      ended || error ? (
        <PublicFrame host={hostOf(ended ?? error)}>
          <DeadEnd error={ended ?? error} retry={retry} />
        </PublicFrame>
      ) : null,
  };
}
