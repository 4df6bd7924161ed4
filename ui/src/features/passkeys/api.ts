import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { createPasskey, type CreationOptions } from '~/api/webauthn';

const key = ['passkeys'] as const;

export const usePasskeys = () =>
  useQuery({ queryKey: key, queryFn: async () => (await api.get('accounts/passkeys')).passkeys });

const refetch = () => queryClient.invalidateQueries({ queryKey: key });

/** The browser asks the person, makes a key and shows it to the server. */
export async function addPasskey(name: string) {
  const { options, token } = await api.post('accounts/passkeys/register/begin');
  const credential = await createPasskey(options as CreationOptions);
  await api.post('accounts/passkeys/register/finish', { body: { token, name, credential } });
  await refetch();
}

export async function renamePasskey(id: string, name: string) {
  await api.put('accounts/passkeys/{passkey_id}', { path: { passkey_id: id }, body: { name } });
  await refetch();
}

export async function removePasskey(id: string) {
  await api.delete('accounts/passkeys/{passkey_id}', { path: { passkey_id: id } });
  await refetch();
}
