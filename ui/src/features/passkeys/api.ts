import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { createPasskey, type CreationOptions } from '~/api/webauthn';

export const usePasskeys = () =>
  useQuery({ queryKey: keyOf('passkeys'), queryFn: async () => (await api.get('accounts/passkeys')).passkeys });

/** Has the browser make a key, and registers it with the server. */
export async function addPasskey(name: string) {
  const { options, token } = await api.post('accounts/passkeys/register/begin');
  const credential = await createPasskey(options as CreationOptions);
  await api.post('accounts/passkeys/register/finish', { body: { token, name, credential } });
  await changed.passkeys();
}

export async function renamePasskey(id: string, name: string) {
  await api.put('accounts/passkeys/{passkey_id}', { path: { passkey_id: id }, body: { name } });
  await changed.passkeys();
}

export async function removePasskey(id: string) {
  await api.delete('accounts/passkeys/{passkey_id}', { path: { passkey_id: id } });
  await changed.passkeys();
}
