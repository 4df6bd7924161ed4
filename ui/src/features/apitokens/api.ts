import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';

/** What lets a program in, in the name of the person. */
export interface ApiToken {
  token_id: string;
  name: string;
  /** Its last letters. */
  hint: string;
  spaces: { space_id: string; title: string }[];
  may_write: boolean;
  created_at: string;
  expires_at: string | null;
  last_used: string | null;
  address: string;
}

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
  const { token } = await api.post<ApiToken & { token: string }>(path, draft);
  await refetch();
  return token;
}

export async function revokeToken(id: string) {
  await api.delete(`${path}/${id}`);
  await refetch();
}
