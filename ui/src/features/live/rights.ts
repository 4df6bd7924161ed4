import { navigate } from 'wouter/use-browser-location';
import { changed } from '~/api/changed';
import { isOf, partsOfKey } from '~/api/key-parts';
import { forgetSpace, knownSpace } from '~/api/known-spaces';
import { queryClient } from '~/api/query';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';

/** The user's rights in a workspace have changed: its data is read again, or its page is left. */
export async function refreshRights(event: { spaceId: string; gone: boolean }, here: string): Promise<void> {
  const { spaceId, gone } = event;
  const title = knownSpace(spaceId)?.title;
  if (gone && spaceId === here) {
    toast({ id: 'gone', title: title ? t('live.gone', { title }) : t('live.goneUnnamed'), timeout: 8000 });
    navigate('/workspace', { replace: true });
  }
  if (!gone) return void (await changed.space(spaceId));
  // The rights stay in the cache, so that the guard can still ask for them.
  queryClient.removeQueries({
    predicate: ({ queryKey }) => partsOfKey(queryKey).spaceId === spaceId && !isOf(queryKey, 'permissions'),
  });
  await Promise.all([forgetSpace(spaceId), changed.memberships()]);
}
