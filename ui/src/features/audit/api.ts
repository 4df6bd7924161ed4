import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import type { AuditCheck, AuditEvent, PageInfo } from '~/api/types';
import { queryOf, type Filter } from './filter';

interface EventPage {
  events: AuditEvent[];
  page_info: PageInfo;
}

const LIMIT = 50;

/** The person's own events, or, for staff, those of everyone. */
export type Whose = 'own' | 'all';

const paths: Record<Whose, string> = { own: 'accounts/audit', all: 'admin/audit' };

export const useEvents = (whose: Whose, filter?: Filter) =>
  useInfiniteQuery({
    queryKey: ['audit', whose, filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<EventPage>(paths[whose], {
        query: { ...(filter && queryOf(filter)), limit: LIMIT, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

/** Every event as a line of JSON, saved by the browser. */
export async function exportEvents(whose: Whose, filter?: Filter): Promise<void> {
  // A short call first: it renews the token when it is old, which the download cannot.
  await api.get(paths[whose], { query: { limit: 1 } });
  await saveFile(`${paths[whose]}/export`, new URLSearchParams(filter && queryOf(filter)), 'audit.jsonl');
}

/** Reads the whole chain and says whether any link of it was changed. */
export const checkChain = () => api.get<AuditCheck>('admin/audit/check');
