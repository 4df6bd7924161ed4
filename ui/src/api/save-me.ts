import { api } from './client';
import { meQuery } from './me';
import { queryClient } from './query';
import type { Lang } from '~/i18n';
import type { User } from './types';

export const keepMe = (me: User) => queryClient.setQueryData(meQuery.queryKey, me);

type Change = Partial<Pick<User, 'first_name' | 'last_name' | 'theme' | 'is_onboarded'>> & { language?: Lang };

/** What is not named stays as it is. */
export async function saveMe(change: Change) {
  const { first_name, last_name } = await queryClient.ensureQueryData(meQuery);
  keepMe(await api.put<User>('accounts/v1/users/me', { first_name, last_name, ...change }));
}
