import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { InvitationPreview } from '~/api/types';
import { t } from '~/i18n';
import { roleLabel } from '~/page/people/roles';

/** What an invitation leads to. */
export const useInvitation = (code: string) =>
  useQuery({
    queryKey: keyOf('invitation', code),
    queryFn: () => api.post('accounts/v1/invitations/preview', { body: { code }, public: true }),
    enabled: code !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Who invites into what, as a sentence. Empty for an invitation without both. */
export function invitationText({ inviter, workspace, item, role }: InvitationPreview): string {
  if (!inviter || !workspace) return '';
  if (item) return t('signin.invitedToItem', { inviter, item, workspace });
  return t('signin.invitedToSpace', { inviter, workspace, role: roleLabel(role) });
}
