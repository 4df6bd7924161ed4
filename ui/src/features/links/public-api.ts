import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { SharedGrant } from '~/api/types';
import type { Credentials } from '~/features/gate/types';

const link = 'download/share-link/{download_id}';

export const useLinkInfo = (id: string) =>
  useQuery({
    queryKey: keyOf('share-link', id),
    queryFn: () => api.get(link, { path: { download_id: id }, public: true }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const openLink = (id: string, credentials: Credentials) =>
  api.post(link, { path: { download_id: id }, body: credentials, public: true });

const storageKey = (id: string) => `anbar-grant-${id}`;
/** A download that begins needs a moment. */
const MARGIN = 30_000;

const isGood = ({ expires_at: end, link }: Partial<SharedGrant>) =>
  link !== undefined && Date.parse(end ?? '') - MARGIN > Date.now();

/** A reload of the page is no second opening: the tab remembers. */
export function keptGrant(id: string): SharedGrant | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(id)) ?? 'null') as SharedGrant | null;
    return kept && isGood(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepGrant(id: string, grant: SharedGrant): void {
  sessionStorage.setItem(storageKey(id), JSON.stringify(grant));
}
