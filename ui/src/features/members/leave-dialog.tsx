import { useMe } from '~/api/me';
import type { Member } from '~/api/types';
import { RemoveDialog } from './remove-dialog';

/** Leaves a workspace; opened from several pages. */
export function LeaveDialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const me = useMe().data;
  if (!me) return null;
  const member: Member = {
    user: { user_id: me._id, first_name: me.first_name, last_name: me.last_name },
    email: me.email ?? '',
    role: '',
    custom_roles: [],
    joined_at: '',
    status: 'active',
    waits_for: '',
    is_you: true,
  };
  return <RemoveDialog spaceId={spaceId} member={member} onClose={onClose} />;
}
