import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import { keyOf } from '~/api/keys';
import { queryOf, type Filter } from './filter';

const LIMIT = 50;

/** The user's own events, or, for staff, those of everyone, or of these the ones that may be an attack. */
export type LogScope = 'own' | 'all' | 'alarms';

const paths = { own: 'accounts/audit', all: 'admin/audit', alarms: 'admin/events' } as const;

export const useEvents = (scope: LogScope, filter?: Filter) =>
  useInfiniteQuery({
    queryKey: keyOf('audit', scope, filter),
    queryFn: ({ pageParam, signal }) =>
      api.get(paths[scope], {
        query: { ...(filter && queryOf(filter)), limit: LIMIT, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

/** Every event as a line of JSON, saved by the browser. */
export async function exportEvents(scope: Exclude<LogScope, 'alarms'>): Promise<void> {
  await saveFile(`GET ${paths[scope]}/export`, {}, 'audit.jsonl');
}

/** Reads the whole chain and says whether any link of it was changed. */
export const checkChain = () => api.get('admin/audit/check');
