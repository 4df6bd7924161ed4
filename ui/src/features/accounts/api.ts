import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { meQuery } from '~/api/me';
import { keepMe } from '~/api/save-me';
import type { Session } from '~/api/types';

export const sessionsQuery = {
  queryKey: ['sessions'] as const,
  queryFn: async () => sorted((await api.get('accounts/sessions')).sessions),
};

/** The current one first, then the latest to sign in. */
export const sorted = (sessions: readonly Session[]): Session[] =>
  [...sessions].sort(
    (a, b) => Number(b.is_current) - Number(a.is_current) || Date.parse(b.last_login) - Date.parse(a.last_login),
  );

/** Browsers that are not asked for the second step. */
export const devicesQuery = {
  queryKey: ['devices'] as const,
  queryFn: async () => (await api.get('accounts/devices')).devices,
};

const refetch = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  ]);

export async function endSessions(session_keys: string[]) {
  await api.delete('accounts/sessions', { body: { session_keys } });
  await refetch();
}

export async function endOtherSessions() {
  await api.delete('accounts/sessions/all');
  await refetch();
}

/** The one of this browser, too. */
export const endAllSessions = () => api.delete('accounts/sessions/all', { query: { current: true } });

export async function forgetDevices(device_ids: string[]) {
  await api.delete('accounts/devices', { body: { device_ids } });
  await refetch();
}

export const refetchMe = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });

export async function changePassword(current_password: string, new_password: string) {
  await api.post('accounts/v1/users/password/change', { body: { current_password, new_password } });
  await Promise.all([refetch(), refetchMe()]);
}

/** Where codes go to. */
export type Contact = 'email' | 'mobile';

/** Sends a code to the new address or number, else to the one that is not proven yet. */
export const sendContactCode = (kind: Contact) => api.get(`accounts/v1/users/verify-${kind}`);

export async function changeContact(kind: Contact, value: string) {
  await (kind === 'email'
    ? api.put('accounts/v1/users/me/email-verification', { body: { email: value } })
    : api.put('accounts/v1/users/me/mobile-verification', { body: { mobile: value } }));
  await refetchMe();
}

export async function verifyContact(kind: Contact, token: string) {
  await api.post(`accounts/v1/users/verify-${kind}`, { body: { token } });
  await refetchMe();
}

/** Pictures of people are shown in many places. */
const refetchFaces = () => queryClient.invalidateQueries({ queryKey: ['people'] });

export async function saveAvatar(picture: Blob) {
  keepMe(await api.put('users/me/profile/avatar', { body: picture }));
  await refetchFaces();
}

export async function removeAvatar() {
  keepMe(await api.delete('users/me/profile/avatar'));
  await refetchFaces();
}

export const promotionQuery = {
  queryKey: ['promotion'] as const,
  queryFn: () => api.get('users/promotion-code'),
};

export async function redeemPromotion(promotion_code: string) {
  await api.post('users/promotion-code', { body: { promotion_code } });
  await Promise.all([
    refetchMe(),
    queryClient.invalidateQueries({ queryKey: promotionQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['spaces'] }),
  ]);
}
