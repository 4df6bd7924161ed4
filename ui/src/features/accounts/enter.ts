import { queryClient } from '~/api/query';
import { meQuery } from '~/api/me';
import { storeTokens } from '~/api/session';
import type { Tokens } from '~/api/types';
import { setLang } from '~/i18n';

/** Signs the browser in. On a new device the language is that of the account. */
export async function enter(tokens: Tokens): Promise<void> {
  queryClient.clear();
  storeTokens({ access: tokens.access, refresh: tokens.refresh });
  if (localStorage.getItem('lang')) return;
  const me = await queryClient.fetchQuery(meQuery);
  await setLang(me.language);
}
