import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { FirstSteps as GeneratedSteps, MailTest } from '~/api/types.gen';

export type FirstSteps = GeneratedSteps;
export type Name = 'address' | 'mail' | 'copies' | 'people';
export const names: readonly Name[] = ['address', 'mail', 'copies', 'people'];

/** Milliseconds between two looks while a rehearsal of a restore goes on. */
const LOOK = 2_000;

/** What the server knows at once, then what it finds by asking its address and its mail server. */
export function useFirstSteps() {
  const known = useQuery({
    queryKey: keyOf('console-first-steps', false),
    queryFn: () => api.get('admin/first-steps'),
    refetchInterval: ({ state }) => (state.data?.copies.running ? LOOK : 15_000),
  });
  const looked = useQuery({
    queryKey: keyOf('console-first-steps', true),
    queryFn: () => api.get('admin/first-steps', { query: { look: true } }),
    placeholderData: keepPreviousData,
  });
  const { data: steps } = known.dataUpdatedAt > looked.dataUpdatedAt ? known : looked;
  return {
    steps: steps ?? known.data,
    error: known.error ?? looked.error,
    retry: known.refetch,
    looking: looked.isFetching,
    look: () => looked.refetch(),
  };
}

export async function setAside(all: readonly Name[]): Promise<void> {
  await api.put('admin/first-steps', { body: { dismissed: [...all] } });
  await changed.firstSteps();
}

export async function sendTestMail(): Promise<MailTest> {
  const test = await api.post('admin/first-steps/mail');
  await changed.firstSteps();
  return test;
}
