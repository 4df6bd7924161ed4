import { api } from '~/api/client';
import { getPasskey, type RequestOptions } from '~/api/webauthn';

const path = 'accounts/v1/users/reauthenticate/passkey';

export async function confirmByPasskey(): Promise<void> {
  const { options, token } = await api.post<{ options: RequestOptions; token: string }>(`${path}/begin`, {});
  await api.post(`${path}/finish`, { token, credential: await getPasskey(options) });
}
