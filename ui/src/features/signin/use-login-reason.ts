import { useHistoryState } from 'wouter/use-browser-location';

/** The reason why the login page is shown again. It is kept beside the address, so that no link can pretend one. */
export type LoginReason = 'expired' | 'attempts';

export const useLoginReason = () => useHistoryState<{ reason?: LoginReason } | null>()?.reason;
