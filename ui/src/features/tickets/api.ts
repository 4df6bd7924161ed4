import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import type { Answer, Body } from '~/api/calls';
import { api } from '~/api/client';
import { fetchBlob, saveFile } from '~/api/download';
import { keyOf } from '~/api/keys';

export type Ticket = Answer<'GET support/tickets/{id}'>;
export type Summary = Answer<'GET support/tickets'>['tickets'][number];
export type Reply = Ticket['replies'][number];
export type Attachment = Ticket['attachments'][number];
export type Department = Summary['department'];
export type Status = Summary['status'];

export const departments: readonly Department[] = ['technical', 'financial', 'sales', 'other'];

/** The tickets of the user in a state, or all of them. */
export const useTickets = (status: Status | '') =>
  useInfiniteQuery({
    queryKey: keyOf('tickets', status),
    queryFn: ({ pageParam, signal }) =>
      api.get('support/tickets', {
        query: { ...(status && { status }), limit: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
    staleTime: 0,
  });

/** Milliseconds between two looks for an answer. */
const WAIT = 30_000;

export const useTicket = (id: string) =>
  useQuery({
    queryKey: keyOf('ticket', id),
    queryFn: () => api.get('support/tickets/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WAIT : false),
    staleTime: 0,
  });

export async function openTicket(body: Body<'POST support/tickets'>): Promise<Ticket> {
  const ticket = await api.post('support/tickets', { body });
  await changed.tickets();
  return ticket;
}

export async function reply(id: string, text: string, attachments: readonly string[]): Promise<void> {
  await api.post('support/tickets/{id}/reply', { path: { id }, body: { text, attachments } });
  await changed.tickets();
}

export async function closeTicket(id: string): Promise<void> {
  await api.post('support/tickets/{id}/close', { path: { id } });
  await changed.tickets();
}

export async function sawTicket(id: string): Promise<void> {
  await api.post('support/tickets/{id}/seen', { path: { id } });
  await changed.tickets();
}

export const detach = (id: string) =>
  api.delete('support/attachments/{attachment_id}', { path: { attachment_id: id } });

/** The picture of an attachment; staff and users have a call each. */
export const usePicture = (file: Attachment, staff: boolean) =>
  useQuery({
    queryKey: keyOf('ticket-file', file.attachment_id, staff ? 'staff' : 'user'),
    queryFn: () => {
      const at = { path: { attachment_id: file.attachment_id } };
      return staff
        ? fetchBlob('GET admin/tickets/attachments/{attachment_id}', at)
        : fetchBlob('GET support/attachments/{attachment_id}', at);
    },
    enabled: file.content_type !== 'video/mp4' && file.size < 2 ** 21,
    staleTime: Infinity,
  });

export function saveAttachment({ attachment_id, name }: Attachment, staff: boolean): Promise<void> {
  const at = { path: { attachment_id } };
  return staff
    ? saveFile('GET admin/tickets/attachments/{attachment_id}', at, name)
    : saveFile('GET support/attachments/{attachment_id}', at, name);
}
