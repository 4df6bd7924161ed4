import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { signInOptions } from '~/api/device';
import type { Body } from '~/api/calls';
import { keyOf } from '~/api/keys';
import { useLang } from '~/i18n';

/** The providers of this server, by their names in the language of the page; most servers have none. */
export function useProviders() {
  const language = useLang();
  return useQuery({
    queryKey: keyOf('providers', language),
    queryFn: async () => {
      const query = { language: language.slice(0, 2) };
      return (await api.get('accounts/providers', { query, public: true })).providers;
    },
    staleTime: Infinity,
  });
}

/** The address of the provider's sign-in page. The server's answer also binds this browser to the provider's. */
export const providerPage = (provider: string, purpose: 'login' | 'link', redirect_to: string) =>
  api.get('accounts/providers/{provider}/login', {
    path: { provider },
    query: { purpose, redirect_to },
    public: purpose === 'login',
  });

/** The query parameters with which a provider redirects the browser back. */
export type AuthCallback = Body<'POST accounts/providers/{provider}/auth'>;

export const signInByProvider = (provider: string, callback: AuthCallback) =>
  api.post('accounts/providers/{provider}/auth', { path: { provider }, body: callback, ...signInOptions() });

export const linkProvider = (provider: string, callback: AuthCallback) =>
  api.post('accounts/providers/{provider}/link', { path: { provider }, body: callback });
