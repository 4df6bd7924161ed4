import { useSearch } from 'wouter';
import type { LinkStatus } from './status-badge';

/** The status of which the address asks for the links or boxes; null for all. */
export function useStatus<Status extends LinkStatus>(statuses: readonly Status[]): Status | null {
  const asked = new URLSearchParams(useSearch()).get('status');
  return statuses.find((known) => known === asked) ?? null;
}
