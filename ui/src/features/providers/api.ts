import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { signingIn } from '~/api/device';
import type { Provider, ProviderLogin } from '~/api/types';
import { useLang } from '~/i18n';

/** The providers of this server, by their names in the language of the page; most servers have none. */
export function useProviders() {
  const language = useLang();
  return useQuery({
    queryKey: ['providers', language] as const,
    queryFn: async () => {
      const query = { language: language.slice(0, 2) };
      return (await api.get<{ providers: Provider[] }>('accounts/providers', { query, public: true })).providers;
    },
    staleTime: Infinity,
  });
}

const pathOf = (provider: string) => `accounts/providers/${encodeURIComponent(provider)}`;

/** Where the provider asks the person. The answer also binds this browser to what it will say. */
export const providerPage = (provider: string, purpose: 'login' | 'link', redirect_to: string) =>
  api.get<{ url: string }>(`${pathOf(provider)}/login`, {
    query: { purpose, redirect_to },
    public: purpose === 'login',
  });

/** What a provider sends somebody back with. */
export interface Vouch {
  code: string;
  state: string;
  iss?: string;
}

export const signInByProvider = (provider: string, vouch: Vouch) =>
  api.post<ProviderLogin>(`${pathOf(provider)}/auth`, vouch, signingIn());

export const linkProvider = (provider: string, vouch: Vouch) => api.post(`${pathOf(provider)}/link`, vouch);
