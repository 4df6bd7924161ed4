import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { keepMe } from '~/api/save-me';
import type { Session } from '~/api/types';

export const sessionsQuery = {
  queryKey: keyOf('sessions'),
  queryFn: async () => sortSessions((await api.get('accounts/sessions')).sessions),
};

/** The current one first, then the latest to sign in. */
const sortSessions = (sessions: readonly Session[]): Session[] =>
  [...sessions].sort(
    (a, b) => Number(b.is_current) - Number(a.is_current) || Date.parse(b.last_login) - Date.parse(a.last_login),
  );

/** Browsers that are not asked for the second step. */
export const devicesQuery = {
  queryKey: keyOf('devices'),
  queryFn: async () => (await api.get('accounts/devices')).devices,
};

export async function endSessions(session_keys: string[]) {
  await api.delete('accounts/sessions', { body: { session_keys } });
  await changed.sessions();
}

export async function endOtherSessions() {
  await api.delete('accounts/sessions/all');
  await changed.sessions();
}

/** The one of this browser, too. */
export const endAllSessions = () => api.delete('accounts/sessions/all', { query: { current: true } });

export async function forgetDevices(device_ids: string[]) {
  await api.delete('accounts/devices', { body: { device_ids } });
  await changed.sessions();
}

export async function changePassword(current_password: string, new_password: string) {
  await api.post('accounts/v1/users/password/change', { body: { current_password, new_password } });
  await Promise.all([changed.sessions(), changed.me()]);
}

/** Where codes go to. */
export type Contact = 'email' | 'mobile';

/** Sends a code to the new address or number, else to the one that is not proven yet. */
export const sendContactCode = (kind: Contact) => api.get(`accounts/v1/users/verify-${kind}`);

export async function changeContact(kind: Contact, value: string) {
  await (kind === 'email'
    ? api.put('accounts/v1/users/me/email-verification', { body: { email: value } })
    : api.put('accounts/v1/users/me/mobile-verification', { body: { mobile: value } }));
  await changed.me();
}

export async function verifyContact(kind: Contact, token: string) {
  await api.post(`accounts/v1/users/verify-${kind}`, { body: { token } });
  await changed.me();
}

export async function saveAvatar(picture: Blob) {
  keepMe(await api.put('users/me/profile/avatar', { body: picture }));
  await changed.people();
}

export async function removeAvatar() {
  keepMe(await api.delete('users/me/profile/avatar'));
  await changed.people();
}

export const promotionQuery = {
  queryKey: keyOf('promotion'),
  queryFn: () => api.get('users/promotion-code'),
};

export async function redeemPromotion(promotion_code: string) {
  await api.post('users/promotion-code', { body: { promotion_code } });
  await changed.promotion();
}
