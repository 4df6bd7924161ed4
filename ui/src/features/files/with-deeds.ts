const load = () => import('./deeds');

/** Does something with what changes files; its code comes with the first change. */
export function withDeeds(use: (deeds: Awaited<ReturnType<typeof load>>) => unknown): void {
  void load().then(use);
}

/** Fetches that code while there is nothing else to do. */
export const warmDeeds = (): void => void load().catch(() => undefined);
