interface Remembered {
  readonly top: number;
  /** The entry that was opened from here. */
  readonly cursor: string | null;
}

const PREFIX = 'files:scroll:';

/** The path that was gone to last by a link; back, forward and reload lead to others. */
let fresh: string | null = null;

// The router announces what it adds to the history.
addEventListener('pushState', () => (fresh = location.pathname), true);

/** Says, after going there, that the directory is one that the person comes back to. */
export function expectReturn(): void {
  fresh = null;
}

export function rememberScroll(key: string, remembered: Remembered): void {
  sessionStorage.setItem(PREFIX + key, JSON.stringify(remembered));
}

/** Where the person was in a directory, when they come back to it; null when they come to it anew. */
export function rememberedScroll(key: string): Remembered | null {
  const anew = fresh === location.pathname;
  fresh = null;
  const text = anew ? null : sessionStorage.getItem(PREFIX + key);
  if (!text) return null;
  const { top, cursor } = JSON.parse(text) as Partial<Remembered>;
  return { top: Number(top) || 0, cursor: typeof cursor === 'string' ? cursor : null };
}
