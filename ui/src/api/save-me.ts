import { api } from './client';
import { meQuery } from './me';
import { queryClient } from './query';
import type { Body } from './calls';
import type { User } from './types';

export const keepMe = (me: User) => queryClient.setQueryData(meQuery.queryKey, me);

/** Fields that are left out keep their value. */
export async function saveMe(change: Body<'PUT accounts/v1/users/me'>) {
  const { first_name, last_name } = await queryClient.ensureQueryData(meQuery);
  keepMe(await api.put('accounts/v1/users/me', { body: { first_name, last_name, ...change } }));
}
