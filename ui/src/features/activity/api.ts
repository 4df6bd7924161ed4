import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import { keyOf } from '~/api/keys';

import { queryOf, type Filter } from './filter';

type Query = {
  person?: string;
  action?: string;
  from?: string;
  to?: string;
  limit: number;
  cursor?: string | undefined;
};

/** The subject of a timeline: all shared files or My Drive, a directory with all below it, or a file. */
export interface Subject {
  readonly spaceId: string;
  readonly scope: 'shared' | 'my';
  readonly directoryId?: string | undefined;
  readonly fileId?: string | undefined;
}

function fetchActivities({ spaceId, scope, directoryId, fileId }: Subject, query: Query, signal?: AbortSignal) {
  const path = { space_id: spaceId, directory_id: directoryId ?? '', file_id: fileId ?? '' };
  if (directoryId && fileId) {
    return api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}/activities', {
      path,
      query,
      signal,
    });
  }
  return directoryId
    ? api.get('storage/space/{space_id}/directory/{directory_id}/activities', { path, query, signal })
    : api.get('storage/space/{space_id}/user-activities', { path, query: { ...query, scope }, signal });
}

export function useActivities(subject: Subject, filter: Filter, limit = 100) {
  const query = queryOf(filter);
  return useInfiniteQuery({
    queryKey: keyOf('activity', subject.spaceId, subject, query),
    queryFn: ({ pageParam, signal }) =>
      fetchActivities(subject, { ...query, limit, cursor: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });
}

export type ExportFormat = 'csv' | 'jsonl';

/** The whole timeline as a file, saved by the browser. */
export async function exportActivities(subject: Subject, filter: Filter, format: ExportFormat): Promise<void> {
  const { spaceId, scope, directoryId, fileId } = subject;
  // A short call first: it renews the token when it is old, which the download below cannot.
  await fetchActivities(subject, { limit: 1 });
  await saveFile(
    'GET storage/space/{space_id}/activities/export',
    {
      path: { space_id: spaceId },
      query: {
        format,
        ...queryOf(filter),
        directory_id: directoryId,
        file_id: fileId,
        scope: directoryId ? undefined : scope,
      },
    },
    `activity.${format}`,
  );
}
