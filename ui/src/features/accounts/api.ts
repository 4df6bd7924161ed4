import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { meQuery } from '~/api/me';
import type { Lang } from '~/i18n';
import type { PageInfo, Session, User } from '~/api/types';

export const sessionsQuery = {
  queryKey: ['sessions'] as const,
  queryFn: async () =>
    sorted(
      (await api.get<{ sessions: Session[]; page_info: PageInfo }>('accounts/sessions', { query: { limit: 1000 } }))
        .sessions,
    ),
};

/** The current one first, then the latest to sign in. */
export const sorted = (sessions: readonly Session[]): Session[] =>
  [...sessions].sort(
    (a, b) => Number(b.is_current) - Number(a.is_current) || Date.parse(b.last_login) - Date.parse(a.last_login),
  );

const refetch = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });

export async function endSessions(session_keys: string[]) {
  await api.delete('accounts/sessions', { session_keys });
  await refetch();
}

export async function endOtherSessions() {
  await api.delete('accounts/sessions/all');
  await refetch();
}

export async function saveProfile(profile: { first_name: string; last_name: string; language?: Lang }) {
  queryClient.setQueryData(meQuery.queryKey, await api.put<User>('accounts/v1/users/me', profile));
}

export async function changePassword(current_password: string, new_password: string) {
  await api.post('accounts/v1/users/password/change', { current_password, new_password });
  await refetch();
}

/** Where codes go to. */
export type Contact = 'email' | 'mobile';

/** Sends another code to the person's own address or number. */
export const sendContactCode = (contact: Contact) => api.get(`accounts/v1/users/verify-${contact}`);

/** Proves the address or the number with the code that came there. */
export async function verifyContact(contact: Contact, token: string) {
  await api.post(`accounts/v1/users/verify-${contact}`, { token });
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}
