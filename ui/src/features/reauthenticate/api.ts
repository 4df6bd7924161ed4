import { useQuery } from '@tanstack/react-query';
import type { Answer } from '~/api/calls';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { hasPasskeys } from '~/api/webauthn';

export type Way = Answer<'GET accounts/v1/users/reauthenticate'>['methods'][number];

/** The methods by which the user can confirm their identity. */
export const useWays = () =>
  useQuery({
    queryKey: keyOf('reauthenticate'),
    queryFn: async () =>
      (await api.get('accounts/v1/users/reauthenticate')).methods.filter((way) => way !== 'passkey' || hasPasskeys()),
    staleTime: 0,
    gcTime: 0,
  });

export const sendCode = (method: 'email' | 'sms') =>
  api.post('accounts/v1/users/reauthenticate/code', { body: { method } });

export const confirmByPassword = (password: string) =>
  api.post('accounts/v1/users/reauthenticate', { body: { method: 'password', password } });

export const confirmByCode = (method: 'totp' | 'static' | 'email' | 'sms', code: string) =>
  api.post('accounts/v1/users/reauthenticate', { body: { method, code } });
