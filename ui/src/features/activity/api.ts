import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import type { PageInfo, Person } from '~/api/types';
import { queryOf, type Filter } from './filter';

export interface Detail {
  name?: string;
  path?: string;
  size?: number;
  number?: number;
  access?: string;
  title?: string;
  content?: string;
  action?: string;
  at?: string;
}

/** One thing that somebody did. */
export interface Activity {
  activity_id: string;
  action: string;
  done_by: Person;
  target: {
    type: 'file' | 'directory' | 'workspace' | 'custom_field';
    id: string;
    name: string;
    directory_id: string | null;
    exists: boolean;
  };
  /** Of the directory that the target lay in. */
  path: string;
  at: string;
  before: Detail | null;
  after: Detail | null;
}

interface ActivityPage {
  activities: Activity[];
  page_info: PageInfo;
}

/** What a timeline is of: a scope, a directory with all below it, or a file. */
export interface Subject {
  readonly spaceId: string;
  readonly scope: 'shared' | 'my';
  readonly directoryId?: string | undefined;
  readonly fileId?: string | undefined;
}

function pathOf({ spaceId, directoryId, fileId }: Subject): string {
  const space = `storage/space/${spaceId}`;
  if (directoryId && fileId) return `${space}/directory/${directoryId}/file/${fileId}/activities`;
  return directoryId ? `${space}/directory/${directoryId}/activities` : `${space}/user-activities`;
}

export function useActivities(subject: Subject, filter: Filter, limit = 100) {
  const query = queryOf(filter);
  return useInfiniteQuery({
    queryKey: ['activity', subject.spaceId, subject, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<ActivityPage>(pathOf(subject), {
        query: {
          ...query,
          limit,
          cursor: pageParam ?? undefined,
          ...(!subject.directoryId && { scope: subject.scope }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });
}

export type ExportFormat = 'csv' | 'jsonl';

/** The whole timeline as a file, saved by the browser. */
export async function exportActivities(subject: Subject, filter: Filter, format: ExportFormat): Promise<void> {
  const query = new URLSearchParams({ format, ...queryOf(filter) });
  if (subject.directoryId) query.set('directory_id', subject.directoryId);
  if (subject.fileId) query.set('file_id', subject.fileId);
  if (!subject.directoryId) query.set('scope', subject.scope);
  // A short call first: it renews the token when it is old, which the download below cannot.
  await api.get(pathOf(subject), { query: { limit: 1 } });
  await saveFile(`storage/space/${subject.spaceId}/activities/export`, query, `activity.${format}`);
}
