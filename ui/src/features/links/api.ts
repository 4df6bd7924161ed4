import { api } from '~/api/client';
import type { Body } from '~/api/calls';
import { keyOf } from '~/api/keys';
import type { Link, LinkList } from '~/api/types';
import { usePaged } from '~/features/gate/use-paged';
import type { LinkStatus } from '~/features/gate/status-badge';

/** An item that a new link opens. */
export interface ShareTarget {
  readonly kind: 'file' | 'directory';
  readonly id: string;
  readonly name: string;
  /** The directory it lies in. */
  readonly directoryId: string;
}

export type LinkBody = Omit<Body<'PUT download/space/{space_id}/links'>, 'download_id'>;

const pageOf = async (answer: Promise<LinkList>) => {
  const { links: items, page_info } = await answer;
  return { items, page_info };
};

const inside = 'download/space/{space_id}/directory/{directory_id}/links';

/** The links of a workspace that the user may manage. */
export const useSpaceLinks = (spaceId: string, status: LinkStatus | null) =>
  usePaged(keyOf('links', spaceId, 'all', status), (page, limit) =>
    pageOf(
      api.get('download/space/{space_id}/links', {
        path: { space_id: spaceId },
        query: { page, limit, status: status ?? undefined },
      }),
    ),
  );

/**
 * The links of one file or directory; those of a directory are among the links of the one it lies in. Nothing is asked
 * without a target.
 */
export function useTargetLinks(spaceId: string, target: ShareTarget | undefined) {
  const { kind, id = '', directoryId = '' } = target ?? {};
  const path = { space_id: spaceId, directory_id: directoryId };
  const fetchPage = async (page: number, limit: number) => {
    if (kind === 'file') {
      return pageOf(
        api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}/links', {
          path: { ...path, file_id: id },
          query: { page, limit },
        }),
      );
    }
    const { items } = await pageOf(api.get(inside, { path, query: { page: 1, limit: 1000 } }));
    const own = items.filter((link) => link.items.some(({ target_id: it }) => it === id));
    return { items: own, page_info: { limit, page, total: 0, next: null } };
  };
  return usePaged(keyOf('links', spaceId, id), fetchPage, target !== undefined);
}

/** The links of items in a directory. */
export const useInnerLinks = (spaceId: string, directoryId: string) =>
  usePaged(keyOf('links', spaceId, directoryId, 'inside'), (page, limit) =>
    pageOf(api.get(inside, { path: { space_id: spaceId, directory_id: directoryId }, query: { page, limit } })),
  );

export const useOpenings = ({ space_id: spaceId, download_id: id }: Link) =>
  usePaged(keyOf('links', spaceId, id, 'openings'), async (page, limit) => {
    const { openings: items, page_info } = await api.get('download/space/{space_id}/links/{download_id}/openings', {
      path: { space_id: spaceId, download_id: id },
      query: { page, limit },
    });
    return { items, page_info };
  });

/** A single file has its own call; folders and several items share the other. */
export function createLink(spaceId: string, targets: readonly ShareTarget[], body: LinkBody): Promise<Link> {
  const [first] = targets;
  const path = { space_id: spaceId, directory_id: first?.directoryId ?? '' };
  if (targets.length === 1 && first?.kind === 'file') {
    return api.post('download/space/{space_id}/directory/{directory_id}/file/{file_id}/temporary-link', {
      path: { ...path, file_id: first.id },
      body,
    });
  }
  const idsOf = (kind: ShareTarget['kind']) => targets.filter((target) => target.kind === kind).map(({ id }) => id);
  return api.post(inside, {
    path,
    body: { ...body, file_ids: idsOf('file'), directory_ids: idsOf('directory') },
  });
}

export const changeLink = ({ space_id, download_id }: Link, body: LinkBody) =>
  api.put('download/space/{space_id}/links', { path: { space_id }, body: { ...body, download_id } });

export const deleteLink = ({ space_id, download_id }: Link) =>
  api.delete('download/space/{space_id}/links', { path: { space_id }, body: { download_id } });
