type InstallState = 'not-triggered' | 'installed' | 'no';

const stateKey = 'pwa_install';
const sinceKey = 'pwa_install_no_at';

/** After this long a "no" is asked again: 10 days. */
export const reminder = 864_000_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The user's decision; a refusal that is old enough counts as never asked. */
export function installState(store: Store, now: number): InstallState {
  const state = store.getItem(stateKey);
  if (state === 'installed') return 'installed';
  if (state !== 'no') return 'not-triggered';
  if (now - Number(store.getItem(sinceKey) ?? 0) <= reminder) return 'no';
  store.removeItem(stateKey);
  store.removeItem(sinceKey);
  return 'not-triggered';
}

export function decide(store: Store, state: 'installed' | 'no', now: number) {
  store.setItem(stateKey, state);
  if (state === 'no') store.setItem(sinceKey, String(now));
  else store.removeItem(sinceKey);
}
