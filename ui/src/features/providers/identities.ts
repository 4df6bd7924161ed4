import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { useLang } from '~/i18n';

const key = ['identities'] as const;

/** The accounts elsewhere that sign the person in here. */
export function useIdentities() {
  const language = useLang();
  return useQuery({
    queryKey: [...key, language] as const,
    queryFn: async () => {
      const query = { language: language.slice(0, 2) };
      return (await api.get('accounts/identities', { query })).identities;
    },
  });
}

export async function disconnect(provider: string) {
  await api.delete('accounts/providers/{provider}', { path: { provider } });
  await queryClient.invalidateQueries({ queryKey: key });
}
