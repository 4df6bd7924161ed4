import { api } from '~/api/client';
import { getPasskey, type RequestOptions } from '~/api/webauthn';

export async function confirmByPasskey(): Promise<void> {
  const { options, token } = await api.post('accounts/v1/users/reauthenticate/passkey/begin');
  const body = { token, credential: await getPasskey(options as RequestOptions) };
  await api.post('accounts/v1/users/reauthenticate/passkey/finish', { body });
}
