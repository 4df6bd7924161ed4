import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';
import type { User } from './types';

export const meQuery = { queryKey: keyOf('me'), queryFn: () => api.get('accounts/v1/users/me') };

/** The user who is signed in. */
export const useMe = () => useQuery(meQuery);

export const fullName = (user: User) => `${user.first_name} ${user.last_name}`.trim();
