import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { TwoFactorMethod } from '~/api/types';

export type Method = TwoFactorMethod['method'];

export const useTwoFactor = () =>
  useQuery({ queryKey: keyOf('two-factor'), queryFn: () => api.get('accounts/two-factor') });

/** A new secret for an authenticator app; it takes effect once a code proves it. */
export const newSecret = () => api.get('accounts/two-factor/totp');

/** Sends a code with which the method is switched on. */
export const sendEnrolCode = (method: 'sms' | 'email', mobile?: string) =>
  method === 'sms' ? api.get('accounts/two-factor/sms', { query: { mobile } }) : api.get('accounts/two-factor/email');

/** Switches a method on. Backup codes come with the first one. */
export async function enable(method: Method, token: string, generate_static_code: boolean): Promise<string[] | null> {
  const { static_codes } = await api.post(`accounts/two-factor/verify-${method}`, {
    body: { token, generate_static_code },
  });
  await changed.twoFactor();
  return static_codes;
}

/** Sends a code that switches a method off; an app makes its own. */
export const sendOffCode = (method: Method) => api.get('accounts/two-factor/disable', { query: { method } });

/** Sends a code that makes new backup codes; one that was sent for anything else makes none. */
export const sendStaticCode = (method: Method) => api.post('accounts/two-factor/static/code', { body: { method } });

/** Takes a code of the method, or a backup code. */
export async function disable(method: Method, token: string) {
  await api.post('accounts/two-factor/verify-disable', { body: { token, method } });
  await changed.twoFactor();
}

/** New backup codes; those of before stop working. */
export async function newStaticCodes(token: string): Promise<string[]> {
  const { static_codes } = await api.post('accounts/two-factor/static', { body: { token } });
  await changed.twoFactor();
  return static_codes ?? [];
}
