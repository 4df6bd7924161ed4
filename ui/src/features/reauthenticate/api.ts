import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { hasPasskeys } from '~/api/webauthn';

export type Way = 'password' | 'passkey' | 'totp' | 'static' | 'email' | 'sms';

const path = 'accounts/v1/users/reauthenticate';

/** By what the person can confirm who they are. */
export const useWays = () =>
  useQuery({
    queryKey: ['reauthenticate'],
    queryFn: async () =>
      (await api.get<{ methods: Way[] }>(path)).methods.filter((way) => way !== 'passkey' || hasPasskeys()),
    staleTime: 0,
    gcTime: 0,
  });

export const sendCode = (method: 'email' | 'sms') => api.post(`${path}/code`, { method });

export const confirmByPassword = (password: string) => api.post(path, { method: 'password', password });

export const confirmByCode = (method: 'totp' | 'static' | 'email' | 'sms', code: string) =>
  api.post(path, { method, code });
