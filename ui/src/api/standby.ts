import { createStore } from '~/kit/store';

/** What this server says of itself when changes are made elsewhere: the moment of what a standby shows, or `replaced`. */
export const elsewhere = createStore<string | null>(null);

/** Each answer says whether the server takes changes. */
export const heardStandby = (headers: { get(name: string): string | null }) => {
  const now = headers.get('Anbar-Standby');
  if (now !== elsewhere.get()) elsewhere.set(now);
};
