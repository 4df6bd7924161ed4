import { Eye } from 'lucide-react';
import { useMembers } from '~/features/members/api';
import { personName } from '~/page/people/person';
import { t } from '~/i18n';
import { Button } from '~/kit/button';

type Props = { spaceId: string; userId: string; onLeave: () => void };

/** Names the member whose view is shown, with a way back. */
export function ViewAsBar({ spaceId, userId, onLeave }: Props) {
  const members = useMembers(spaceId).data?.pages.flatMap((page) => page.members);
  const member = members?.find(({ user }) => user?.user_id === userId);
  const name = member ? personName(member.user, member.email) : t('access.somebody');
  return (
    <div
      role="status"
      data-view-as={userId}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warning-soft px-4 py-2"
    >
      <Eye size={18} aria-hidden="true" className="shrink-0 text-warning" />
      <p className="min-w-0 flex-1 text-pretty">{t('access.viewingAs', { name })}</p>
      <Button kind="outline" onClick={onLeave}>
        {t('access.leaveView')}
      </Button>
    </div>
  );
}
