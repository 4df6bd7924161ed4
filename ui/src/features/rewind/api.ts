import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { PageInfo, PathStep } from '~/api/types';
import type { Target } from './start';

export interface PastEntry {
  id: string;
  type: 'file' | 'directory';
  name: string;
  size: number;
  version_id: string | null;
  version_number: number;
  content_type: string;
  now: 'same' | 'renamed' | 'moved' | 'changed' | 'trashed' | 'gone';
}

interface PastListing {
  at: string;
  directory: PathStep;
  path: PathStep[];
  directories: PastEntry[];
  files: PastEntry[];
  page_info: PageInfo;
}

export const CHANGES = ['restore', 'content', 'rename', 'move', 'remove', 'lost'] as const;
export type ChangeKind = (typeof CHANGES)[number];
export type Counts = Record<ChangeKind, number>;

export interface RewindChange {
  id: string;
  type: 'file' | 'directory';
  name: string;
  path: string;
  change: ChangeKind;
  before: string;
  after: string;
}

export interface RewindPreview {
  changes: RewindChange[];
  total: number;
  counts: Counts;
}

const pathOf = ({ spaceId, directoryId }: Target) => `storage/space/${spaceId}/directory/${directoryId}/rewind`;

/** A directory as it was at a moment. */
export const usePast = (target: Target, at: string) =>
  useInfiniteQuery({
    queryKey: ['rewind', target.spaceId, target.directoryId, at],
    queryFn: ({ pageParam, signal }) =>
      api.get<PastListing>(pathOf(target), { query: { at, limit: 200, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
    placeholderData: keepPreviousData,
    retry: false,
  });

export interface Chosen {
  readonly at: string;
  /** Nothing chosen means the whole directory. */
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

const bodyOf = ({ at, files, directories }: Chosen) => ({
  at,
  ...(files.length > 0 && { file_ids: files }),
  ...(directories.length > 0 && { directory_ids: directories }),
});

export const usePreview = (target: Target, chosen: Chosen | null) =>
  useQuery({
    queryKey: ['rewind-preview', target, chosen],
    queryFn: () => api.post<RewindPreview>(`${pathOf(target)}/preview`, chosen && bodyOf(chosen)),
    enabled: chosen !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export async function bringBack(target: Target, chosen: Chosen): Promise<Counts> {
  const { counts } = await api.post<{ counts: Counts }>(pathOf(target), bodyOf(chosen));
  const { spaceId } = target;
  for (const kind of ['listing', 'properties', 'file', 'activity', 'rewind', 'siblings']) {
    void queryClient.invalidateQueries({ queryKey: [kind, spaceId] });
  }
  return counts;
}
