import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { Space } from '~/api/types';
import { t } from '~/i18n';

/** Who brought a new member in, and where the files are that they may see. */
export const welcomeText = ({ role }: Space, inviter: string): string =>
  [
    ...(inviter ? [t('home.welcomeBy', { inviter })] : []),
    t(role === 'no_role' ? 'home.welcomeOwn' : 'home.welcomeText'),
  ].join(' ');

/** The welcome of a workspace that its new member has not read, and the act of having read it. */
export function useWelcome(spaceId: string, enabled: boolean) {
  const queryKey = keyOf('welcome', spaceId);
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.get('role/v1/space/{space_id}/welcome', { path: { space_id: spaceId } }),
    enabled,
    staleTime: Infinity,
  });
  const end = () => {
    queryClient.setQueryData(queryKey, { is_new: false, inviter: '' });
    // It is no loss when this fails: the welcome is read once more.
    api.delete('role/v1/space/{space_id}/welcome', { path: { space_id: spaceId } }).catch(() => {});
  };
  return { isNew: data?.is_new ?? false, inviter: data?.inviter ?? '', end };
}
