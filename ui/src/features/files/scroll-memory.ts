interface Remembered {
  readonly top: number;
  /** The entry that was opened from here. */
  readonly cursor: string | null;
}

const PREFIX = 'files:scroll:';
let returning = false;

addEventListener('popstate', () => (returning = true));

const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (arrival?.type === 'reload' || arrival?.type === 'back_forward') returning = true;

/** Says that the next directory is one that the person comes back to. */
export function expectReturn(): void {
  returning = true;
}

export function rememberScroll(key: string, remembered: Remembered): void {
  sessionStorage.setItem(PREFIX + key, JSON.stringify(remembered));
}

/** Where the person was in a directory, when they come back to it; null when they come to it anew. */
export function takeScroll(key: string): Remembered | null {
  const back = returning;
  returning = false;
  const text = back ? sessionStorage.getItem(PREFIX + key) : null;
  if (!text) return null;
  const { top, cursor } = JSON.parse(text) as Partial<Remembered>;
  return { top: Number(top) || 0, cursor: typeof cursor === 'string' ? cursor : null };
}
