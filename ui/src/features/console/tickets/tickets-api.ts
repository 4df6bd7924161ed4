import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer, Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';

export type StaffTickets = Answer<'GET admin/tickets'>;
export type StaffSummary = Answer<'GET admin/tickets'>['tickets'][number];
export type StaffTicket = Answer<'GET admin/tickets/{id}'>;
export type Support = Answer<'GET admin/support'>;
export type Canned = Support['canned'][number];
export type Holiday = Support['holidays'][number];

export const states = ['overdue', 'pending', 'solved', 'closed', 'all'] as const;
export type TicketFilterState = (typeof states)[number];

export const orders = ['', 'changed', 'newest'] as const;

export interface Filter {
  readonly status: TicketFilterState;
  readonly sort: (typeof orders)[number];
  readonly department: '' | StaffSummary['department'];
  readonly whose: '' | 'mine' | 'unassigned';
  readonly query: string;
}

/** Milliseconds between two looks for new tickets. */
const LOOK = 30_000;

/** Tickets that a filter selects, those that are due first. */
export const useStaffTickets = ({ status, sort, department, whose, query }: Filter) =>
  useInfiniteQuery({
    queryKey: keyOf('console-tickets', { status, sort, department, whose, query }),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/tickets', {
        query: {
          ...(status !== 'all' && { status }),
          ...(sort && { sort }),
          ...(department && { department }),
          ...(whose && { whose }),
          ...(query && { query }),
          limit: 50,
          cursor: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
    refetchInterval: LOOK,
  });

export const useStaffTicket = (id: string) =>
  useQuery({
    queryKey: keyOf('console-ticket', id),
    queryFn: () => api.get('admin/tickets/{id}', { path: { id } }),
    refetchInterval: LOOK,
    staleTime: 0,
  });

export const useSupport = () =>
  useQuery({ queryKey: keyOf('console-support'), queryFn: () => api.get('admin/support'), staleTime: 60_000 });

export type Act = 'reply' | 'note' | 'assign' | 'department' | 'solve' | 'reopen' | 'merge';
type Terms = Omit<Body<'POST admin/tickets/{id}/reply'>, 'version'>;

/** Acts on a ticket as it was seen; a fault says when somebody else acted meanwhile. */
export async function act(
  ticket: Pick<StaffTicket, 'id' | 'version'>,
  what: Act,
  terms: Terms = {},
): Promise<StaffTicket> {
  const { id, version } = ticket;
  try {
    return await api.post(`admin/tickets/{id}/${what}`, { path: { id }, body: { version, ...terms } });
  } finally {
    await changed.staffTickets();
  }
}

/** The same act on several tickets, some at a time; how many of them were done, and the first reason why others were not. */
export async function actOnAll(tickets: readonly StaffSummary[], what: 'assign' | 'solve', terms: Terms) {
  const left = [...tickets];
  let done = 0;
  let problem: unknown = null;
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { id, version } = next;
      try {
        await api.post(`admin/tickets/{id}/${what}`, { path: { id }, body: { version, ...terms } });
        done += 1;
      } catch (error) {
        problem ??= error;
      }
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  await changed.staffTickets();
  return { done, problem };
}

export async function saveCanned(body: Body<'POST admin/support/canned'>): Promise<void> {
  await api.post('admin/support/canned', { body });
  await changed.support();
}

export async function deleteCanned(canned_id: string): Promise<void> {
  await api.delete('admin/support/canned/{canned_id}', { path: { canned_id } });
  await changed.support();
}

export async function saveHolidays(holidays: readonly Holiday[]): Promise<void> {
  await api.put('admin/support/holidays', { body: { holidays } });
  await changed.support();
}
