import type { Entry } from '../listing/entry';

const load = () => import('./operations');
type Operations = Awaited<ReturnType<typeof load>>;

/** Does something with what changes files; its code comes with the first change. */
export function withOperations(use: (operations: Operations) => unknown): void {
  void load().then(use);
}

/** The same with what is chosen at this moment: a menu that closes lets go of it. */
export function withChosen(
  { commands }: { readonly commands: { readonly chosen: () => Promise<readonly Entry[]> } },
  use: (operations: Operations, entries: readonly Entry[]) => unknown,
): void {
  const chosen = commands.chosen();
  withOperations(async (operations) => {
    const entries = await chosen;
    if (entries.length > 0) await use(operations, entries);
  });
}

/** Fetches that code while there is nothing else to do. */
export const preloadOperations = (): void => void load().catch(() => undefined);
