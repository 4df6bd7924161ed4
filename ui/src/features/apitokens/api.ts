import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { ApiToken } from '~/api/types';

/** What a new one may do; without workspaces it opens all of the person's. */
export interface Draft {
  name: string;
  space_ids: string[];
  may_write: boolean;
  expires_at?: string | undefined;
}

const path = 'accounts/api-tokens';
const key = ['api-tokens'] as const;

export const useTokens = () =>
  useQuery({ queryKey: key, queryFn: async () => (await api.get<{ tokens: ApiToken[] }>(path)).tokens });

const refetch = () => queryClient.invalidateQueries({ queryKey: key });

/** The only time that the token itself can be read. */
export async function createToken(draft: Draft): Promise<string> {
  const { token } = await api.post<ApiToken>(path, draft);
  await refetch();
  return token ?? '';
}

export async function revokeToken(id: string) {
  await api.delete(`${path}/${id}`);
  await refetch();
}
