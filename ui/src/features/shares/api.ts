import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { Link, LinkOpening, PageInfo } from '~/api/types';
import { usePaged } from '~/features/links/paged';
import type { LinkStatus } from '~/features/links/status-badge';

/** What a new link is to open. */
export interface ShareTarget {
  readonly kind: 'file' | 'directory';
  readonly id: string;
  readonly name: string;
  /** The directory it lies in. */
  readonly directoryId: string;
}

export type LinkBody = Record<string, unknown> & { title: string };

const linksKey = (spaceId: string) => ['links', spaceId] as const;

export const refreshLinks = (spaceId: string) => queryClient.invalidateQueries({ queryKey: linksKey(spaceId) });

interface LinksAnswer {
  links: Link[];
  page_info: PageInfo;
}

const pageOf = async (path: string, query: Record<string, string | number | undefined>) => {
  const { links: items, page_info } = await api.get<LinksAnswer>(path, { query });
  return { items, page_info };
};

/** The links of a workspace that the person may manage. */
export const useSpaceLinks = (spaceId: string, status: LinkStatus | null) =>
  usePaged([...linksKey(spaceId), 'all', status], (page, limit) =>
    pageOf(`download/space/${spaceId}/links`, { page, limit, status: status ?? undefined }),
  );

/** The links of one file or directory; those of a directory are among the links of the one it lies in. */
export function useTargetLinks(spaceId: string, { kind, id, directoryId }: ShareTarget) {
  const directory = `download/space/${spaceId}/directory/${directoryId}`;
  return usePaged([...linksKey(spaceId), id], async (page, limit) => {
    if (kind === 'file') return pageOf(`${directory}/file/${id}/links`, { page, limit });
    const { items } = await pageOf(`${directory}/links`, { page: 1, limit: 1000 });
    const own = items.filter((link) => link.items.some(({ target_id: target }) => target === id));
    return { items: own, page_info: { limit, page, total: 0, next: null } };
  });
}

/** The links of what lies in a directory. */
export const useInnerLinks = (spaceId: string, directoryId: string) =>
  usePaged([...linksKey(spaceId), directoryId, 'inside'], (page, limit) =>
    pageOf(`download/space/${spaceId}/directory/${directoryId}/links`, { page, limit }),
  );

export const useOpenings = ({ space_id: spaceId, download_id: id }: Link) =>
  usePaged([...linksKey(spaceId), id, 'openings'], async (page, limit) => {
    const { openings: items, page_info } = await api.get<{ openings: LinkOpening[]; page_info: PageInfo }>(
      `download/space/${spaceId}/links/${id}/openings`,
      { query: { page, limit } },
    );
    return { items, page_info };
  });

/** A file has a call of its own; folders and several things together share the other. */
export function createLink(spaceId: string, targets: readonly ShareTarget[], body: LinkBody): Promise<Link> {
  const [first] = targets;
  const directory = `download/space/${spaceId}/directory/${first?.directoryId ?? ''}`;
  if (targets.length === 1 && first?.kind === 'file') {
    return api.post<Link>(`${directory}/file/${first.id}/temporary-link`, body);
  }
  const idsOf = (kind: ShareTarget['kind']) => targets.filter((target) => target.kind === kind).map(({ id }) => id);
  return api.post<Link>(`${directory}/links`, { ...body, file_ids: idsOf('file'), directory_ids: idsOf('directory') });
}

export const changeLink = ({ space_id, download_id }: Link, body: LinkBody) =>
  api.put<Link>(`download/space/${space_id}/links`, { ...body, download_id });

export const deleteLink = ({ space_id, download_id }: Link) =>
  api.delete(`download/space/${space_id}/links`, { download_id });
