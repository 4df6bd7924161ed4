import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { useLang } from '~/i18n';

/** The user's accounts at providers by which they sign in here. */
export function useIdentities() {
  const language = useLang();
  return useQuery({
    queryKey: keyOf('identities', language),
    queryFn: async () => {
      const query = { language: language.slice(0, 2) };
      return (await api.get('accounts/identities', { query })).identities;
    },
  });
}

export async function disconnect(provider: string) {
  await api.delete('accounts/providers/{provider}', { path: { provider } });
  await changed.identities();
}
