import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { signingIn } from '~/api/device';
import type { LoginResult } from '~/api/types';
import { useLang } from '~/i18n';

/** Who vouches for people. */
export interface Provider {
  id: string;
  title: string;
  icon: string;
}

/** The providers of this server, by their names in the language of the page; most servers have none. */
export function useProviders() {
  const language = useLang().slice(0, 2);
  return useQuery({
    queryKey: ['providers', language] as const,
    queryFn: async () =>
      (await api.get<{ providers: Provider[] }>('accounts/providers', { query: { language }, public: true })).providers,
    staleTime: Infinity,
  });
}

const pathOf = (provider: string) => `accounts/providers/${encodeURIComponent(provider)}`;

/** Where the provider asks the person. The answer also binds this browser to what it will say. */
export const providerAddress = (provider: string, purpose: 'login' | 'link') =>
  api.get<{ url: string }>(`${pathOf(provider)}/login`, { query: { purpose }, public: purpose === 'login' });

/** What a provider sends somebody back with. */
export interface Vouch {
  code: string;
  state: string;
}

export const signInByProvider = (provider: string, vouch: Vouch) =>
  api.post<LoginResult>(`${pathOf(provider)}/auth`, vouch, signingIn());

export const linkProvider = (provider: string, vouch: Vouch) => api.post(`${pathOf(provider)}/link`, vouch);
