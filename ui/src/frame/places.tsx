import {
  Clock,
  CloudDownload,
  DoorOpen,
  FolderOpen,
  HardDrive,
  History,
  House,
  Inbox,
  Link2,
  ShieldCheck,
  Star,
  Tags,
  Trash2,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { can } from '~/api/permissions';
import type { Permission, Space } from '~/api/types';
import { t } from '~/i18n';

interface PlaceLink {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  /** Where there is little room. */
  readonly short: string;
  readonly Icon: LucideIcon;
  /** For members who manage the workspace. */
  readonly manages?: boolean;
}

/** Places that guests do not have. */
const forMembers = new Set(['my', 'links', 'boxes', 'tags']);

/** The places of a workspace that the user may go to, as the sidebar and the bottom bar show them. */
export function places(
  spaceId: string,
  permissions: readonly Permission[] | undefined,
  space: Space | undefined,
): PlaceLink[] {
  const base = `/workspace/${spaceId}`;
  const all: (PlaceLink & { subject?: string })[] = [
    { id: 'home', href: `${base}/home`, label: t('frame.home'), short: t('frame.home'), Icon: House },
    { id: 'shared', href: base, label: t('frame.sharedFiles'), short: t('frame.sharedShort'), Icon: FolderOpen },
    { id: 'my', href: `${base}/my`, label: t('frame.myDrive'), short: t('frame.myDrive'), Icon: HardDrive },
    {
      id: 'recents',
      subject: 'recent_used',
      href: `${base}/recent-used-file`,
      label: t('frame.recents'),
      short: t('frame.recents'),
      Icon: Clock,
    },
    {
      id: 'favorites',
      subject: 'favorite',
      href: `${base}/favorite`,
      label: t('frame.favorites'),
      short: t('frame.favorites'),
      Icon: Star,
    },
    {
      id: 'links',
      href: `${base}/download-link`,
      label: t('frame.links'),
      short: t('frame.links'),
      Icon: Link2,
    },
    {
      id: 'boxes',
      href: `${base}/uploadbox-link`,
      label: t('frame.boxes'),
      short: t('frame.boxes'),
      Icon: Inbox,
    },
    {
      id: 'activity',
      subject: 'activity',
      href: `${base}/activity`,
      label: t('frame.activity'),
      short: t('frame.activity'),
      Icon: History,
    },
    {
      id: 'offline',
      href: `${base}/offline`,
      label: t('frame.offlineFiles'),
      short: t('frame.offlineFiles'),
      Icon: CloudDownload,
    },
    {
      id: 'trash',
      subject: 'trash',
      href: `${base}/trash`,
      label: t('frame.trash'),
      short: t('frame.trash'),
      Icon: Trash2,
    },
    {
      id: 'members',
      subject: 'member',
      href: `${base}/teammates`,
      label: t('frame.teammates'),
      short: t('frame.teammates'),
      Icon: Users,
      manages: true,
    },
    {
      id: 'roles',
      subject: 'role',
      href: `${base}/custom-roles`,
      label: t('frame.roles'),
      short: t('frame.roles'),
      Icon: ShieldCheck,
      manages: true,
    },
    {
      id: 'exposure',
      subject: 'role',
      href: `${base}/exposure`,
      label: t('frame.exposure'),
      short: t('frame.exposure'),
      Icon: DoorOpen,
      manages: true,
    },
    {
      id: 'tags',
      subject: 'space_custom_field',
      href: `${base}/custom-fields`,
      label: t('frame.tags'),
      short: t('frame.tags'),
      Icon: Tags,
      manages: true,
    },
  ];
  return all.filter(
    ({ id, subject }) =>
      (!subject || !permissions || can(permissions, 'read', subject)) && !(space?.guest && forMembers.has(id)),
  );
}

const patterns: readonly (readonly [string, RegExp])[] = [
  ['home', /^\/home$/],
  ['shared', /^(\/directory\/[^/]+)?$/],
  ['my', /^(\/directory\/[^/]+)?\/my$/],
  ['recents', /^\/recent-used-file$/],
  ['favorites', /^\/favorite$/],
  ['links', /^\/download-link$/],
  ['boxes', /^\/uploadbox-link$/],
  ['activity', /\/activity(\/my)?$/],
  ['tags', /^\/custom-fields$/],
  ['members', /^\/teammates$/],
  ['roles', /^\/custom-roles$/],
  ['exposure', /^\/exposure$/],
  ['offline', /^\/offline$/],
  ['trash', /^(\/directory\/[^/]+)?\/trash(\/my)?$/],
];

/** The place of an address. A directory's address tells whether it is in My Drive or in the trash. */
export function placeOf(spaceId: string, path: string): string | null {
  const rest = path.slice(`/workspace/${spaceId}`.length);
  return patterns.find(([, pattern]) => pattern.test(rest))?.[0] ?? null;
}
