import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import { keyOf } from '~/api/keys';
import type { Box, Space, TeamActivity, UploadState } from '~/api/types';
import { favoritesSource } from '~/features/favorites/source';
import type { Entry } from '~/features/files/listing/entry';
import { fetchPage, type Page } from '~/features/files/listing/listing';
import { recentsSource } from '~/features/recents/source';
import { locale } from '~/i18n';

/** Sections show no more entries than this. */
export const SHOWN = 6;

// The keys are those of lists, so that changes of files reach them.

/** The files that the user used last. */
export const useRecents = (spaceId: string, enabled: boolean) =>
  useQuery({
    queryKey: keyOf('listing', spaceId, 'recents', 'recents', 'home', 1),
    queryFn: ({ signal }) =>
      fetchPage({ spaceId, directoryId: 'recents', sort: 'home', source: recentsSource }, { limit: SHOWN }, signal),
    enabled,
  });

/** Some favorites of the shared files and of My Drive, folders first, by name. */
export function useFavorites(space: Space | undefined, enabled: boolean) {
  const spaceId = space?.space_id ?? '';
  const roots = [space?.root_directory_id, space?.my_root_directory_id].filter((id): id is string => Boolean(id));
  return useQuery({
    queryKey: keyOf('listing', spaceId, 'favorites', 'favorites', 'home', 1),
    queryFn: async ({ signal }): Promise<Page> => {
      const pages = await Promise.all(
        roots.map((directoryId) =>
          fetchPage({ spaceId, directoryId, sort: 'home', source: favoritesSource }, { limit: SHOWN }, signal).catch(
            // To somebody without a role the shared files are not there.
            (error: unknown) => {
              if (directoryId === space?.root_directory_id && error instanceof Fault && error.status === 404)
                return null;
              throw error;
            },
          ),
        ),
      );
      const entries = pages
        .flatMap((page) => page?.entries ?? [])
        .toSorted(byName)
        .slice(0, SHOWN);
      return { directory: undefined, path: [], entries, total: entries.length, next: null };
    },
    enabled: enabled && roots.length > 0,
  });
}

const byName = (a: Entry, b: Entry) =>
  Number(a.kind === 'file') - Number(b.kind === 'file') || a.name.localeCompare(b.name, locale(), { numeric: true });

/** The active boxes that the user manages. */
export const useActiveBoxes = (spaceId: string, enabled: boolean) =>
  useQuery({
    queryKey: keyOf('boxes', spaceId, 'home', 'active'),
    queryFn: async (): Promise<Box[]> =>
      (
        await api.get('upload/space/{space_id}/box-links', {
          path: { space_id: spaceId },
          query: { page: 1, limit: 50, status: 'active' },
        })
      ).boxes,
    enabled,
  });

/** Uploads that have begun and not ended, on any machine of the user. */
export const useOpenUploads = (spaceId: string) =>
  useQuery({
    queryKey: keyOf('uploads', spaceId),
    queryFn: async (): Promise<UploadState[]> =>
      (await api.get('upload/sessions', { query: { space_id: spaceId } })).uploads,
  });

/** What the others did in the shared files. */
export const useTeam = (spaceId: string, enabled: boolean) =>
  useQuery({
    queryKey: keyOf('team', spaceId),
    queryFn: async ({ signal }): Promise<TeamActivity[]> =>
      (await api.get('storage/space/{space_id}/team-activities', { path: { space_id: spaceId }, signal })).groups,
    enabled,
  });

/** The user's tickets that support answered and the user has not read. */
export const useAnswers = (enabled: boolean) =>
  useQuery({
    queryKey: keyOf('tickets', 'answered'),
    queryFn: async ({ signal }) =>
      (await api.get('support/tickets', { query: { limit: 50 }, signal })).tickets.filter(({ unread }) => unread),
    enabled,
  });
