interface Remembered {
  readonly top: number;
  /** The entry that was opened from here. */
  readonly cursor: string | null;
}

const PREFIX = 'files:scroll:';

/** The path that was gone to last by a link; back, forward and reload lead to others. */
let fresh: string | null = null;

// The router dispatches this event when it adds to the history.
addEventListener('pushState', () => (fresh = location.pathname), true);

/** Call it after navigating to a directory whose scroll position is to be restored. */
export function expectReturn(): void {
  fresh = null;
}

export function rememberScroll(key: string, remembered: Remembered): void {
  sessionStorage.setItem(PREFIX + key, JSON.stringify(remembered));
}

/** The user's last position in a directory; null when they come to it by a new link. */
export function rememberedScroll(key: string): Remembered | null {
  const anew = fresh === location.pathname;
  fresh = null;
  const text = anew ? null : sessionStorage.getItem(PREFIX + key);
  if (!text) return null;
  const { top, cursor } = JSON.parse(text) as Partial<Remembered>;
  return { top: Number(top) || 0, cursor: typeof cursor === 'string' ? cursor : null };
}
