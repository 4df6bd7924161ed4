import { queryClient } from '~/api/query';
import { meQuery } from '~/api/me';
import { storeTokens } from '~/api/session';
import type { LoginResult } from '~/api/types';
import { setLang } from '~/i18n';

/** Signs the browser in. On a new device the language is that of the account. */
export async function enter(login: LoginResult): Promise<void> {
  if (!login.access || !login.refresh) return;
  queryClient.clear();
  if (login.device) localStorage.setItem('device_token', login.device);
  storeTokens({ access: login.access, refresh: login.refresh });
  if (localStorage.getItem('lang')) return;
  const me = await queryClient.fetchQuery(meQuery);
  await setLang(me.language);
}
