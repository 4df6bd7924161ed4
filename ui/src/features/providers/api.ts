import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { Lang } from '~/i18n';

/** Who vouches for people: a company's own sign-in, or a big one's. */
export interface Provider {
  id: string;
  title: Record<'fa' | 'en', string>;
  icon: string | null;
}

/** An account elsewhere that signs the person in here. */
export interface Identity {
  provider: string;
  title: Record<'fa' | 'en', string>;
  email: string;
  created_at: string;
  last_used: string | null;
}

export const titleIn = (title: Record<'fa' | 'en', string>, lang: Lang) => title[lang === 'fa-ir' ? 'fa' : 'en'];

const identitiesKey = ['identities'] as const;

export const useProviders = () =>
  useQuery({
    queryKey: ['providers'],
    queryFn: async () => (await api.get<{ providers: Provider[] }>('accounts/providers', { public: true })).providers,
  });

export const useIdentities = () =>
  useQuery({
    queryKey: identitiesKey,
    queryFn: async () => (await api.get<{ identities: Identity[] }>('accounts/identities')).identities,
  });

/** Leads to the provider, which leads back by /callback/login. */
export async function connect(provider: string) {
  const query = { purpose: 'link', redirect_to: '/account/settings?tab=security' };
  const { url } = await api.get<{ url: string }>(`accounts/providers/${provider}/login`, { query });
  location.assign(url);
}

export async function disconnect(provider: string) {
  await api.delete(`accounts/providers/${provider}`);
  await queryClient.invalidateQueries({ queryKey: identitiesKey });
}
