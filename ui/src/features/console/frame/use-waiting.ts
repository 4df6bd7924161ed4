import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';

/** Milliseconds between two looks at what waits, while the page is visible: buyers and users write at any time. */
const LOOK = 15_000;

/** How much work waits beside a section, and whether something of it is broken or late. */
export interface Waiting {
  readonly count: number;
  readonly late: boolean;
}

/** The work that waits, by section; sections that wait for nothing are not there. */
export function useWaiting(): Readonly<Record<string, Waiting>> {
  const { data } = useQuery({
    queryKey: keyOf('console-counts'),
    queryFn: () => api.get('admin/counts'),
    refetchInterval: LOOK,
  });
  const all: [section: string, count: number | null | undefined, late: boolean][] = [
    ['tickets', data?.tickets, !!data?.overdue],
    ['payments', data?.payments, false],
    ['outbox', data?.messages, true],
    ['jobs', data?.jobs, true],
  ];
  return Object.fromEntries(all.flatMap(([section, count, late]) => (count ? [[section, { count, late }]] : [])));
}
