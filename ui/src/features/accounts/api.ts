import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { meQuery } from '~/api/me';
import { keepMe } from '~/api/save-me';
import type { Device, PageInfo, Promotion, Session, User } from '~/api/types';

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

/** Browsers that are not asked for the second step. */
export const devicesQuery = {
  queryKey: ['devices'] as const,
  queryFn: async () => (await api.get<{ devices: Device[] }>('accounts/devices')).devices,
};

const refetch = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  ]);

export async function endSessions(session_keys: string[]) {
  await api.delete('accounts/sessions', { session_keys });
  await refetch();
}

export async function endOtherSessions() {
  await api.delete('accounts/sessions/all');
  await refetch();
}

/** The one of this browser, too. */
export const endAllSessions = () => api.delete('accounts/sessions/all', undefined, { query: { current: true } });

export async function forgetDevices(device_ids: string[]) {
  await api.delete('accounts/devices', { device_ids });
  await refetch();
}

export const refetchMe = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });

export async function changePassword(current_password: string, new_password: string) {
  await api.post('accounts/v1/users/password/change', { current_password, new_password });
  await Promise.all([refetch(), refetchMe()]);
}

/** Where codes go to. */
export type Contact = 'email' | 'mobile';

/** Sends a code to the new address or number, else to the one that is not proven yet. */
export const sendContactCode = (kind: Contact) => api.get(`accounts/v1/users/verify-${kind}`);

export async function changeContact(kind: Contact, value: string) {
  await api.put(`accounts/v1/users/me/${kind}-verification`, { [kind]: value });
  await refetchMe();
}

export async function verifyContact(kind: Contact, token: string) {
  await api.post(`accounts/v1/users/verify-${kind}`, { token });
  await refetchMe();
}

/** Pictures of people are shown in many places. */
const refetchFaces = () => queryClient.invalidateQueries({ queryKey: ['people'] });

export async function saveAvatar(picture: Blob) {
  keepMe(await api.put<User>('users/me/profile/avatar', picture));
  await refetchFaces();
}

export async function removeAvatar() {
  keepMe(await api.delete<User>('users/me/profile/avatar'));
  await refetchFaces();
}

export const promotionQuery = {
  queryKey: ['promotion'] as const,
  queryFn: () => api.get<Promotion>('users/promotion-code'),
};

export async function redeemPromotion(promotion_code: string) {
  await api.post('users/promotion-code', { promotion_code });
  await Promise.all([
    refetchMe(),
    queryClient.invalidateQueries({ queryKey: promotionQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['spaces'] }),
  ]);
}
