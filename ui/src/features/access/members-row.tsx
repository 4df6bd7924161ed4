import { Users } from 'lucide-react';
import { useSpace } from '~/api/spaces';
import type { AccessEntry } from '~/api/types';
import { membersLabel } from '~/page/people/roles';
import { num, t } from '~/i18n';
import { SpaceAvatar } from '~/page/space-avatar';

/** The members of the workspace, who reach an item of the shared files by their roles. */
export function MembersRow({ spaceId, roles }: { spaceId: string; roles: readonly AccessEntry[] }) {
  const space = useSpace(spaceId);
  return (
    <li className="flex min-h-13 items-center gap-3 py-1.5" data-access="role">
      {space ? (
        <SpaceAvatar space={space} className="size-9 text-sm" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted ring-1 ring-line ring-inset"
        >
          <Users size={17} />
        </span>
      )}
      <div className="min-w-0 flex-1 text-start">
        <p className="truncate font-medium">{t('access.membersOf', { name: space?.title ?? '' })}</p>
        <p className="text-xs text-pretty text-muted">
          {roles.map(({ role, count }) => `${membersLabel(role)} ${num(count)}`).join(' · ')}
        </p>
      </div>
      <span className="shrink-0 text-muted">{t('access.byRole')}</span>
    </li>
  );
}
