import { ChevronsUpDown, Handshake, LayoutGrid, Plus, Settings } from 'lucide-react';
import { useLocation } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { useSpace, useSpaces } from '~/api/spaces';
import { startIn } from '~/api/visits';
import { t } from '~/i18n';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { Skeleton } from '~/kit/skeleton';
import { SpaceAvatar } from '~/page/space-avatar';

/** Every workspace of the user, then the actions on workspaces. */
function useSpaceEntries(spaceId: string): MenuEntry[] {
  const spaces = useSpaces().data ?? [];
  const permissions = usePermissions(spaceId).data;
  const guest = useSpace(spaceId)?.guest;
  const [, navigate] = useLocation();
  const settings: MenuEntry[] = can(permissions, 'update', 'workspace')
    ? [
        {
          id: 'settings',
          label: t('frame.spaceSettings'),
          icon: <Settings size={18} />,
          onSelect: () => navigate(`/workspace/${spaceId}/settings`),
        },
      ]
    : [];
  return [
    ...spaces.map((space) => ({
      id: space.space_id,
      label: space.title,
      icon: <SpaceAvatar space={space} className="size-6 text-xs" />,
      checked: space.space_id === spaceId,
      onSelect: () => navigate(startIn(space.space_id)),
    })),
    'separator',
    ...settings,
    ...(guest
      ? [
          {
            id: 'guest',
            label: t('frame.guestSpaces'),
            icon: <Handshake size={18} />,
            onSelect: () => navigate('/Access/Workspaces'),
          },
        ]
      : []),
    { id: 'all', label: t('frame.allSpaces'), icon: <LayoutGrid size={18} />, onSelect: () => navigate('/workspace') },
    { id: 'new', label: t('frame.newSpace'), icon: <Plus size={18} />, onSelect: () => navigate('/workspace/create') },
  ];
}

export function SpaceSwitcher({ spaceId }: { spaceId: string }) {
  const space = useSpace(spaceId);
  const entries = useSpaceEntries(spaceId);
  if (!space) {
    return (
      <div className="flex items-center gap-3 p-2">
        <Skeleton className="size-10 rounded-xl" />
        <Skeleton className="h-4 w-28" />
      </div>
    );
  }
  return (
    <Menu
      label={t('frame.switchSpace')}
      entries={entries}
      trigger={
        <button
          type="button"
          className="flex min-h-11 w-full min-w-0 items-center gap-3 rounded-xl p-2 text-start transition hover:bg-hover data-popup-open:bg-hover"
        >
          <SpaceAvatar space={space} className="size-10 text-lg" />
          <span className="min-w-0 flex-1 leading-5">
            <span className="block truncate font-bold">
              <bdi>{space.organization_title || space.title}</bdi>
            </span>
            <span className="block truncate text-xs text-muted">
              {space.guest ? t('frame.guest') : t('frame.members', { n: space.member_count })}
            </span>
          </span>
          <ChevronsUpDown size={16} aria-hidden="true" className="shrink-0 text-muted" />
        </button>
      }
    />
  );
}
