import { useState } from 'react';
import type { PastEntry } from '~/api/types';
import type { Target } from './start';

/** A directory below; one that is in the trash by now can be looked at, and is brought back from above. */
type Step = Target & { readonly trashed: boolean };

/** The path from a directory down into its former subdirectories. */
export function useTrail(top: Target) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const inside = steps.at(-1);
  return {
    inside,
    target: inside ?? top,
    /** The name of the directory above the one that is shown. */
    above: steps.at(-2)?.name ?? top.name,
    enter: ({ id, name, now }: PastEntry) =>
      setSteps([
        ...steps,
        { spaceId: top.spaceId, directoryId: id, name, trashed: now === 'trashed' || Boolean(inside?.trashed) },
      ]),
    leave: () => setSteps(steps.slice(0, -1)),
    reset: () => setSteps([]),
  };
}
