import type { Entry } from '../listing/entry';
import type { WholeDirectory } from '../listing/whole';

const load = () => import('./operations');
export type Operations = Awaited<ReturnType<typeof load>>;

/** What an action knows of what is chosen. */
interface Choosing {
  readonly entries: readonly Entry[];
  readonly commands: { readonly chosen: () => Promise<readonly Entry[]>; readonly whole: () => WholeDirectory | null };
}

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

/** The same for operations that take a whole list as it is: nothing of it is fetched, `entries` are the first ones. */
export function withAll(
  context: Choosing,
  use: (operations: Operations, entries: readonly Entry[], whole: WholeDirectory | null) => unknown,
): void {
  const whole = context.commands.whole();
  if (!whole) return withChosen(context, (operations, entries) => use(operations, entries, null));
  const { entries } = context;
  withOperations((operations) => use(operations, entries, whole));
}

/** Fetches that code while there is nothing else to do. */
export const preloadOperations = (): void => void load().catch(() => undefined);
