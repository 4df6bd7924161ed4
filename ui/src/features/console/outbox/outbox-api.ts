import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { OutboxMessage, OutboxTemplate } from '~/api/types.gen';

export type Message = OutboxMessage;
export type Template = OutboxTemplate;

export const messageStates = ['all', 'given_up', 'waiting', 'kept', 'sent'] as const;
export type Shown = (typeof messageStates)[number];

export const isShown = (text: string | null): text is Shown => messageStates.some((state) => state === text);

/** Milliseconds between two looks at the outbox, while the page is visible: messages go out at any time. */
const LOOK = 5_000;

export const useOutbox = (state: Shown, query: string) =>
  useInfiniteQuery({
    queryKey: keyOf('console-outbox', state, query),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/outbox', {
        query: {
          ...(state !== 'all' && { state }),
          ...(query && { query }),
          limit: 50,
          cursor: pageParam ?? undefined,
        },
        signal,
      }),
    refetchInterval: LOOK,
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

export const useMessage = (id: string) =>
  useQuery({
    queryKey: keyOf('console-message', id),
    queryFn: () => api.get('admin/outbox/{message_id}', { path: { message_id: id } }),
  });

export const useTemplates = (language: 'fa' | 'en') =>
  useQuery({
    queryKey: keyOf('console-templates', language),
    queryFn: async () => (await api.get('admin/outbox/templates', { query: { language } })).templates,
    staleTime: Infinity,
  });

export async function resend(id: string): Promise<void> {
  await api.post('admin/outbox/{message_id}/resend', { path: { message_id: id } });
  await changed.messages();
}

export async function resendAll(): Promise<number> {
  const { count } = await api.post('admin/outbox/resend');
  await changed.messages();
  return count;
}

export async function cancelMessage(id: string): Promise<void> {
  await api.post('admin/outbox/{message_id}/cancel', { path: { message_id: id } });
  await changed.messages();
}

export async function sendTest(to: string, language: 'fa' | 'en'): Promise<void> {
  await api.post('admin/outbox/test', { body: { to, language } });
  await changed.messages();
}
