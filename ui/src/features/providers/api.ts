import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { signingIn } from '~/api/device';
import type { LoginResult, ProviderView, Title } from '~/api/types';
import { currentLang } from '~/i18n';

/** Who vouches for people; the title is in the language of the page. */
export interface Provider {
  id: string;
  title: string;
  icon: string;
}

/** A name in the language of the page. */
export const titleIn = (title: Title) => (currentLang() === 'fa-ir' ? title.fa : title.en);

/** The providers of this server; most have none. */
export const useProviders = () =>
  useQuery({
    queryKey: ['providers'] as const,
    queryFn: async () =>
      (await api.get<{ providers: ProviderView[] }>('accounts/providers', { public: true })).providers,
    select: (providers): Provider[] =>
      providers.map(({ title, ...provider }) => ({ ...provider, title: titleIn(title) })),
    staleTime: Infinity,
  });

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
