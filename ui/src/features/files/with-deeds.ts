import type { ActionContext } from './action';
import type { Entry } from './entry';

const load = () => import('./deeds');
type Deeds = Awaited<ReturnType<typeof load>>;

/** Does something with what changes files; its code comes with the first change. */
export function withDeeds(use: (deeds: Deeds) => unknown): void {
  void load().then(use);
}

/** The same with what is chosen at this moment: a menu that closes lets go of it. */
export function withChosen(
  { commands }: ActionContext,
  use: (deeds: Deeds, entries: readonly Entry[]) => unknown,
): void {
  const chosen = commands.chosen();
  withDeeds(async (deeds) => {
    const entries = await chosen;
    if (entries.length > 0) await use(deeds, entries);
  });
}

/** Fetches that code while there is nothing else to do. */
export const warmDeeds = (): void => void load().catch(() => undefined);
