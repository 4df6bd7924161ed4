import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { Passkey } from '~/api/types';
import { createPasskey, type CreationOptions } from '~/api/webauthn';

const path = 'accounts/passkeys';
const key = ['passkeys'] as const;

export const usePasskeys = () =>
  useQuery({ queryKey: key, queryFn: async () => (await api.get<{ passkeys: Passkey[] }>(path)).passkeys });

const refetch = () => queryClient.invalidateQueries({ queryKey: key });

/** The browser asks the person, makes a key and shows it to the server. */
export async function addPasskey(name: string) {
  const { options, token } = await api.post<{ options: CreationOptions; token: string }>(`${path}/register/begin`, {});
  await api.post(`${path}/register/finish`, { token, name, credential: await createPasskey(options) });
  await refetch();
}

export async function renamePasskey(id: string, name: string) {
  await api.put(`${path}/${id}`, { name });
  await refetch();
}

export async function removePasskey(id: string) {
  await api.delete(`${path}/${id}`);
  await refetch();
}
