import { api } from '~/api/client';
import { signingIn } from '~/api/device';
import type { LoginResult } from '~/api/types';
import { getPasskey, type RequestOptions } from '~/api/webauthn';

interface Ceremony {
  options: RequestOptions;
  token: string;
}

interface How {
  signal?: AbortSignal;
  /** Where the browser offers keys among what it fills in. */
  autofill?: boolean;
}

/** A login by a passkey and nothing else. */
export async function signInByPasskey(how: How = {}): Promise<LoginResult> {
  const call = 'accounts/v1/users/login/passkey';
  const { options, token } = await api.post<Ceremony>(`${call}/begin`, {}, signingIn());
  const credential = await getPasskey(options, how);
  return api.post<LoginResult>(`${call}/finish`, { token, credential }, signingIn());
}

/** The second step of a login by a passkey. */
export async function stepByPasskey(bearer: string, remember: boolean): Promise<LoginResult> {
  const call = 'accounts/v1/users/login/two-factor/passkey';
  const { options, token } = await api.post<Ceremony>(`${call}/begin`, {}, signingIn(bearer));
  const credential = await getPasskey(options);
  return api.post<LoginResult>(`${call}/finish`, { token, credential, remember }, signingIn(bearer));
}
