import { navigate } from 'wouter/use-browser-location';
import { api } from '~/api/client';
import { keepDevice } from '~/api/device';
import { meQuery } from '~/api/me';
import { queryClient } from '~/api/query';
import { noteSignIn } from '~/api/lost-session';
import { storeTokens, userId } from '~/api/session';
import type { LoginResult } from '~/api/types';
import { forgetStep, keepStep } from './step';
import { home, safeTarget } from '~/api/target';
import { setLang } from '~/i18n';
import { setTheme } from '~/kit/theme';

export const targetHere = () => safeTarget(location.search.slice(1));

const withTarget = (path: string, target: string) =>
  target === home ? path : `${path}?redirect_to=${encodeURIComponent(target)}`;

/** The page that shows the signed-in account and leads on. */
export const welcomeTo = (target: string) => withTarget('/welcome', target);

/** A browser that has no language or theme of its own takes those of the account. */
async function likeAccount(token: string) {
  const chosen = { lang: localStorage.getItem('lang'), theme: localStorage.getItem('theme') };
  if (chosen.lang && chosen.theme) return;
  const me = await api.get('accounts/v1/users/me', { token });
  queryClient.setQueryData(meQuery.queryKey, me);
  if (!chosen.theme && (me.theme === 'light' || me.theme === 'dark')) setTheme(me.theme);
  if (!chosen.lang) await setLang(me.language === 'en' ? 'en-us' : 'fa-ir');
}

/**
 * Signs the browser in and goes to `target`, or to the second step of the login. `target` is a path of
 * this site: it must have come through safeTarget.
 */
export async function enter(login: LoginResult, target = targetHere()): Promise<void> {
  if (login.two_factor?.length && login.token) {
    keepStep(login);
    navigate(withTarget('/login/two-step', target));
    return;
  }
  if (!login.access || !login.refresh) return;
  forgetStep();
  queryClient.clear();
  if (login.device) keepDevice(login.device);
  // A failure here must not stop the sign-in.
  await likeAccount(login.access).catch(() => undefined);
  navigate(target, { replace: true });
  storeTokens({ access: login.access, refresh: login.refresh });
  noteSignIn(userId());
}
