import {
  Clock,
  CloudDownload,
  FolderOpen,
  HardDrive,
  History,
  Inbox,
  Link2,
  Star,
  Tags,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { can } from '~/api/permissions';
import type { Permission } from '~/api/types';
import { t } from '~/i18n';

export interface PlaceLink {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  /** Where there is little room. */
  readonly short: string;
  readonly Icon: LucideIcon;
}

/** The places of a workspace, as the sidebar and the bottom bar show them; the first two are everybody's. */
export function places(spaceId: string, permissions: readonly Permission[] | undefined): PlaceLink[] {
  const base = `/workspace/${spaceId}`;
  const all: (PlaceLink & { subject?: string })[] = [
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
      id: 'tags',
      subject: 'space_custom_field',
      href: `${base}/custom-fields`,
      label: t('frame.tags'),
      short: t('frame.tags'),
      Icon: Tags,
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
  ];
  return all.filter(({ subject }) => !subject || can(permissions, 'read', subject));
}

const patterns: readonly (readonly [string, RegExp])[] = [
  ['shared', /^(\/directory\/[^/]+)?$/],
  ['my', /^(\/directory\/[^/]+)?\/my$/],
  ['recents', /^\/recent-used-file$/],
  ['favorites', /^\/favorite$/],
  ['links', /^\/download-link$/],
  ['boxes', /^\/uploadbox-link$/],
  ['activity', /\/activity(\/my)?$/],
  ['tags', /^\/custom-fields$/],
  ['offline', /^\/offline$/],
  ['trash', /^(\/directory\/[^/]+)?\/trash(\/my)?$/],
];

/** Which place an address lies in. A directory's address says whether it is of My Drive or of the trash. */
export function placeOf(spaceId: string, path: string): string | null {
  const rest = path.slice(`/workspace/${spaceId}`.length);
  return patterns.find(([, pattern]) => pattern.test(rest))?.[0] ?? null;
}
