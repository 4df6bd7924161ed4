import { useHistoryState } from 'wouter/use-browser-location';

/** Why somebody is at the login page again. It travels beside the address, so nobody can send another such page. */
export type Said = 'expired' | 'attempts';

export const useSaid = () => useHistoryState<{ said?: Said } | null>()?.said;
