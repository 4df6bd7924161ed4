import { useHistoryState } from 'wouter/use-browser-location';

/** The reason why the login page is shown again. It is kept beside the address, so that no link can pretend one. */
export type Said = 'expired' | 'attempts';

export const useSaid = () => useHistoryState<{ said?: Said } | null>()?.said;
