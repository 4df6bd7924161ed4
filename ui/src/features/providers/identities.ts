import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { Identity } from '~/api/types';

const key = ['identities'] as const;

/** The accounts elsewhere that sign the person in here. */
export const useIdentities = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await api.get<{ identities: Identity[] }>('accounts/identities')).identities,
  });

export async function disconnect(provider: string) {
  await api.delete(`accounts/providers/${encodeURIComponent(provider)}`);
  await queryClient.invalidateQueries({ queryKey: key });
}
