import { api } from '~/api/client';
import { signInOptions } from '~/api/device';
import type { LoginResult } from '~/api/types';
import { getPasskey, type CredentialJSON, type RequestOptions } from '~/api/webauthn';

/** The answer of a passkey, with the token of the challenge. */
interface Answer {
  token: string;
  credential: CredentialJSON;
}

interface How {
  signal?: AbortSignal;
  /** The browser offers keys in the autofill of a field. */
  autofill?: boolean;
}

/** How long a question may wait for its answer, in milliseconds; the server forgets it a little later. */
export const QUESTION_LIFE = 4 * 60_000;

/** Asks for any key of this device, for a login without a user name. Rejects also when the user declines. */
export async function askForLogin(how: How = {}): Promise<Answer> {
  const { options, token } = await api.post('accounts/v1/users/login/passkey/begin', signInOptions());
  return { token, credential: await getPasskey(options as RequestOptions, how) };
}

export const signInByPasskey = (answer: Answer) =>
  api.post('accounts/v1/users/login/passkey/finish', { body: answer, ...signInOptions() });

/** The second step of a login by a passkey. */
export async function stepByPasskey(bearer: string, remember: boolean): Promise<LoginResult> {
  const { options, token } = await api.post('accounts/v1/users/login/two-factor/passkey/begin', signInOptions(bearer));
  const body = { token, credential: await getPasskey(options as RequestOptions), remember };
  return api.post('accounts/v1/users/login/two-factor/passkey/finish', { body, ...signInOptions(bearer) });
}
