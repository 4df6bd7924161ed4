import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import { keyOf } from '~/api/keys';
import type { AdminImport, AdminPerson, AdminPersonPage, PersonPayment } from '~/api/types.gen';

export type Person = AdminPerson;
export type PersonDetails = AdminPersonPage;
export type Import = AdminImport;
export type StaffRole = Person['staff'];

export const filters = ['', 'staff', 'unusual', 'no_two_step', 'disabled'] as const;
export type PeopleFilter = (typeof filters)[number];
export const isPeopleFilter = (text: string | null): text is PeopleFilter => filters.some((filter) => filter === text);

/** What people are sorted by, each with the end that it begins at. */
export const peopleSorts = { name: false, email: false, role: true, joined: true } as const;
export type PeopleSort = keyof typeof peopleSorts;

export interface PeopleOrder {
  readonly by: PeopleSort;
  readonly down: boolean;
}

const newest: PeopleOrder = { by: 'joined', down: true };

/** The order in an address; the newest first when it says none. */
export function parseOrder(text: string | null): PeopleOrder {
  const [by = '', direction] = (text ?? '').split(':');
  return Object.hasOwn(peopleSorts, by) ? { by: by as PeopleSort, down: direction === '-1' } : newest;
}

export const formatOrder = ({ by, down }: PeopleOrder) => `${by}:${down ? -1 : 1}`;

export const usePeople = (filter: PeopleFilter, query: string, sort: string) =>
  useInfiniteQuery({
    queryKey: keyOf('console-people', filter, query, sort),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/people', {
        query: { ...(filter && { filter }), ...(query && { query }), sort, limit: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

/** A deletion goes on in the background; it is looked at until it is done. */
export const usePerson = (user_id: string) =>
  useQuery({
    queryKey: keyOf('console-person', user_id, 'page'),
    queryFn: () => api.get('admin/people/{user_id}', { path: { user_id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'erasing' ? 2000 : false),
  });

export const usePersonEvents = (user_id: string) =>
  useInfiniteQuery({
    queryKey: keyOf('console-person', user_id, 'events'),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/people/{user_id}/events', {
        path: { user_id },
        query: { limit: 20, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

export type { PersonPayment };

/** The tickets of a person that the reader may see, the newest first. */
export const usePersonTickets = (user_id: string) =>
  useInfiniteQuery({
    queryKey: keyOf('console-person', user_id, 'tickets'),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/tickets', {
        query: { user_id, sort: 'newest', limit: 20, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

export const usePersonPayments = (user_id: string) =>
  useInfiniteQuery({
    queryKey: keyOf('console-person', user_id, 'payments'),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/people/{user_id}/payments', {
        path: { user_id },
        query: { limit: 20, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

export type PersonAct = 'disable' | 'enable' | 'end-sessions' | 'reset-two-step' | 'password-link';

export async function actOnPerson(user_id: string, act: PersonAct, reason: string): Promise<void> {
  await api.post(`admin/people/{user_id}/${act}`, { path: { user_id }, body: { reason } });
  await changed.staffPeople();
}

export async function setStaffRole(user_id: string, role: StaffRole, reason: string): Promise<void> {
  await api.put('admin/people/{user_id}/staff', { path: { user_id }, body: { role, reason } });
  await changed.staffPeople();
}

export async function deletePerson(user_id: string, address: string, reason: string): Promise<void> {
  await api.post('admin/people/{user_id}/erase', { path: { user_id }, body: { address, reason } });
  await changed.staffPeople();
}

export async function endSession(user_id: string, session_id: string, reason: string): Promise<void> {
  const path = { user_id, session_id };
  await api.post('admin/people/{user_id}/sessions/{session_id}/end', { path, body: { reason } });
  await changed.staffPeople();
}

export async function endToken(user_id: string, token_id: string, reason: string): Promise<void> {
  const path = { user_id, token_id };
  await api.post('admin/people/{user_id}/tokens/{token_id}/end', { path, body: { reason } });
  await changed.staffPeople();
}

export async function makePerson(body: Body<'POST admin/people'>): Promise<string> {
  const { user_id: id } = await api.post('admin/people', { body });
  await changed.staffPeople();
  return id;
}

/** Makes the link by which a person chooses their first password. It is shown once. */
export async function makeFirstLink(user_id: string, reason: string): Promise<string> {
  const { url } = await api.post('admin/people/{user_id}/first-link', { path: { user_id }, body: { reason } });
  await changed.staffPeople();
  return url;
}

export async function invitePerson(email: string, language: 'fa' | 'en'): Promise<void> {
  await api.post('admin/people/invite', { body: { email, language } });
  await changed.staffPeople();
}

export const importPeople = (csv: string, send: boolean) => api.post('admin/people/import', { body: { csv, send } });

export const exportPerson = (user_id: string) =>
  saveFile('GET admin/people/{user_id}/export', { path: { user_id } }, 'person.jsonl');
