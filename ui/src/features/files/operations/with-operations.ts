import type { Entry } from '../listing/entry';

const load = () => import('./operations');
type Operations = Awaited<ReturnType<typeof load>>;

/** Runs an operation that changes files; its code is fetched with the first one. */
export function withOperations(use: (operations: Operations) => unknown): void {
  void load().then(use);
}

/** The same with the entries chosen now: a closing menu clears the selection. */
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
