import { useQuery } from '@tanstack/react-query';
import type { Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';

/** A new token: its name, permissions and workspaces; no workspaces means all of the user's. */
type Draft = Required<Omit<Body<'POST accounts/api-tokens'>, 'expires_at'>> &
  Pick<Body<'POST accounts/api-tokens'>, 'expires_at'>;

export const useTokens = () =>
  useQuery({ queryKey: keyOf('api-tokens'), queryFn: async () => (await api.get('accounts/api-tokens')).tokens });

/** The only time that the token itself can be read. */
export async function createToken(draft: Draft): Promise<string> {
  const { token } = await api.post('accounts/api-tokens', { body: draft });
  await changed.apiTokens();
  return token ?? '';
}

export async function revokeToken(id: string) {
  await api.delete('accounts/api-tokens/{token_id}', { path: { token_id: id } });
  await changed.apiTokens();
}
