import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { followTask } from '~/api/task';
import type { RewindChange, RewindPreview, TaskResult } from '~/api/types';
import { t } from '~/i18n';
import { closeToast, toast } from '~/kit/toast';
import type { Target } from './start';

const TOAST = 'rewind';

export const CHANGES = ['restore', 'content', 'rename', 'move', 'remove', 'lost'] as const;
export type ChangeKind = RewindChange['change'];
export type Counts = RewindPreview['counts'];

const rewind = 'storage/space/{space_id}/directory/{directory_id}/rewind';
const pathOf = ({ spaceId, directoryId }: Target) => ({ space_id: spaceId, directory_id: directoryId });

/** A directory as it was at a moment. */
export const usePast = (target: Target, at: string) =>
  useInfiniteQuery({
    queryKey: keyOf('rewind', target.spaceId, target.directoryId, at),
    queryFn: ({ pageParam, signal }) =>
      api.get(rewind, {
        path: pathOf(target),
        query: { at, limit: 200, cursor: pageParam ?? undefined },
        signal,
      }),
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
    queryKey: keyOf('rewind-preview', target, chosen),
    queryFn: chosen ? () => api.post(`${rewind}/preview`, { path: pathOf(target), body: bodyOf(chosen) }) : skipToken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/**
 * Restores what is chosen. Calls `goesOn` when that takes long: it goes on without the page, and is followed to its end.
 * Answers the moment before, to which everything can be brought back again.
 */
export async function bringBack(target: Target, chosen: Chosen, goesOn: () => void): Promise<number> {
  try {
    const { before, task_id: id } = await api.post(rewind, { path: pathOf(target), body: bodyOf(chosen) });
    if (id) {
      goesOn();
      await followTask(id, showProgress);
    }
    return Date.parse(before);
  } finally {
    closeToast(TOAST);
    void changed.files(target.spaceId);
  }
}

function showProgress({ status, done, total }: TaskResult): void {
  if (status !== 'running') return;
  toast({
    id: TOAST,
    title: t('rewind.working', { done, total }),
    timeout: 0,
    progress: total > 0 ? done / total : null,
  });
}
