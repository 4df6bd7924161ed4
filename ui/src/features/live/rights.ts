import { navigate } from 'wouter/use-browser-location';
import { queryClient } from '~/api/query';
import { spacesKey } from '~/api/spaces';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';

/** The person may do other things in a workspace now: what is shown of it is read again, or left. */
export async function refreshRights(event: { spaceId: string; gone: boolean }, here: string): Promise<void> {
  const { spaceId, gone } = event;
  const title = queryClient.getQueryData<Space[]>(spacesKey)?.find(({ space_id: id }) => id === spaceId)?.title;
  if (gone && spaceId === here) {
    toast({ id: 'gone', title: title ? t('live.gone', { title }) : t('live.goneUnnamed'), timeout: 8000 });
    navigate('/workspace', { replace: true });
  }
  if (gone) {
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[1] === spaceId && queryKey[0] !== 'permissions',
    });
    queryClient.setQueryData<Space[]>(spacesKey, (all) => all?.filter(({ space_id: id }) => id !== spaceId));
  }
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: spacesKey }),
    queryClient.invalidateQueries({ queryKey: ['guest-workspaces'] }),
    ...(gone ? [] : [queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === spaceId })]),
  ]);
}
