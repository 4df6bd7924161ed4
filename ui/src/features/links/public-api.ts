import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { LinkGrant } from '~/api/types';
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

interface SharedQuery {
  id: string;
  token: string;
  /** Empty for all that the link gives. */
  directoryId: string;
}

const tokenHeader = (token: string) => ({ 'X-Download-Token': token });

/** A directory of a link, page by page. */
export const useSharedItems = ({ id, token, directoryId }: SharedQuery, sort: string) =>
  useInfiniteQuery({
    queryKey: keyOf('share-items', id, token, directoryId, sort),
    queryFn: ({ pageParam, signal }) =>
      api.get(`${link}/items`, {
        path: { download_id: id },
        query: {
          sort,
          ...(directoryId && { directory_id: directoryId }),
          ...(pageParam && { cursor: pageParam }),
        },
        public: true,
        headers: tokenHeader(token),
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ page_info: info }) => info.next ?? undefined,
    retry: false,
  });

/** Items with all the words in their names, in a directory of a link and below. */
export const useSharedSearch = ({ id, token, directoryId }: SharedQuery, query: string) =>
  useQuery({
    queryKey: keyOf('share-found', id, token, directoryId, query),
    queryFn: ({ signal }) =>
      api.get(`${link}/search`, {
        path: { download_id: id },
        query: { query, ...(directoryId && { directory_id: directoryId }) },
        public: true,
        headers: tokenHeader(token),
        signal,
      }),
    enabled: query !== '',
    retry: false,
  });

/** Whether a link has ended that gave this address. Pictures are asked for, since these cost nothing and count as no download. */
export async function hasLinkEnded(url: string): Promise<boolean> {
  const answer = await fetch(`${url}&thumbnail=1`, { method: 'HEAD' }).catch(() => null);
  return answer?.status === 410;
}

const storageKey = (id: string) => `anbar-grant-${id}`;
/** A download that begins needs a moment. */
const MARGIN = 30_000;

const isUsable = ({ expires_at: end, link }: Partial<LinkGrant>) =>
  link !== undefined && Date.parse(end ?? '') - MARGIN > Date.now();

/** A reload of the page is no second opening: the tab remembers. */
export function loadGrant(id: string): LinkGrant | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(id)) ?? 'null') as LinkGrant | null;
    return kept && isUsable(kept) ? kept : null;
  } catch {
    return null;
  }
}

export const deleteGrant = (id: string) => sessionStorage.removeItem(storageKey(id));

export function storeGrant(id: string, grant: LinkGrant): void {
  sessionStorage.setItem(storageKey(id), JSON.stringify(grant));
}
