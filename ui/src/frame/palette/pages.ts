import {
  CircleFadingArrowUp,
  CircleHelp,
  CloudDownload,
  CreditCard,
  FolderPlus,
  Gauge,
  Globe,
  Handshake,
  History,
  KeyRound,
  LayoutGrid,
  LifeBuoy,
  MonitorSmartphone,
  Palette,
  RefreshCw,
  Search,
  Settings,
  ShieldCheck,
  ShoppingCart,
  Terminal,
  Trash2,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { can } from '~/api/permissions';
import type { Permission, Space } from '~/api/types';
import { resultsHref, noSearch } from '~/features/search/filters';
import { t } from '~/i18n';
import { places } from '../places';

export interface PageLink {
  /** No two pages have the same. */
  readonly id: string;
  readonly href: string;
  readonly label: string;
  /** The page that it is a part of. */
  readonly detail?: string;
  readonly Icon: LucideIcon;
}

/** The user's rights, and the workspace that they are in; they decide which pages there are. */
export interface Standing {
  /** The workspace that is open, or was open last. */
  readonly spaceId: string | undefined;
  readonly space: Space | undefined;
  readonly permissions: readonly Permission[] | undefined;
  /** Their role among staff; empty for others. */
  readonly staff: string;
  /** The server sells plans. */
  readonly selling: boolean;
  /** The words of plans are there; no others name them. */
  readonly words: boolean;
  /** The user may ask for support. */
  readonly support: boolean;
}

function pagesOfSpace(spaceId: string, { space, permissions, selling, words }: Standing): PageLink[] {
  const base = `/workspace/${spaceId}`;
  const may = (verb: string, subject: string) => can(permissions, verb, subject);
  const member = space?.guest !== true;
  const trash = may('read', 'trash');
  const settings = t('frame.spaceSettings');
  const part = (tab: 'general' | 'appearance' | 'access', Icon: LucideIcon): PageLink => ({
    id: `settings-${tab}`,
    href: `${base}/settings?tab=${tab}`,
    label: t(`workspaces.${tab}`),
    detail: settings,
    Icon,
  });
  const plan = words && space !== undefined && space.plan !== null && may('read', 'plan');
  return [
    // Until the rights are known the sidebar keeps a room for each place; here that would be an offer.
    ...(permissions ? places(spaceId, permissions, space) : []),
    ...(member && may('read', 'activity')
      ? [{ id: 'my-activity', href: `${base}/activity/my`, label: t('palette.myActivity'), Icon: History }]
      : []),
    ...(member && trash
      ? [{ id: 'my-trash', href: `${base}/trash/my`, label: t('palette.myTrash'), Icon: Trash2 }]
      : []),
    { id: 'search', href: resultsHref(spaceId, noSearch), label: t('frame.searchIn'), Icon: Search },
    ...(member ? [{ id: 'imports', href: `${base}/imports`, label: t('frame.imports'), Icon: CloudDownload }] : []),
    ...(may('update', 'workspace')
      ? [
          { id: 'settings', href: `${base}/settings`, label: settings, Icon: Settings },
          part('general', Settings),
          part('appearance', Palette),
          part('access', ShieldCheck),
        ]
      : []),
    ...(plan ? [{ id: 'plan', href: `${base}/status`, label: t('billing.statusTitle'), Icon: CreditCard }] : []),
    ...(plan && selling
      ? [
          { id: 'upgrade', href: `${base}/upgrade`, label: t('billing.pageUpgrade'), Icon: CircleFadingArrowUp },
          { id: 'renew', href: `${base}/renew`, label: t('billing.pageRenew'), Icon: RefreshCw },
        ]
      : []),
  ];
}

const accountParts = [
  ['general', UserRound],
  ['security', ShieldCheck],
  ['devices', MonitorSmartphone],
  ['tokens', Terminal],
  ['events', KeyRound],
] as const;

function pagesOfAccount({ staff, selling, support, words }: Standing): PageLink[] {
  return [
    { id: 'account', href: '/account/settings', label: t('frame.accountSettings'), Icon: Settings },
    ...accountParts.map(([tab, Icon]) => ({
      id: `account-${tab}`,
      href: `/account/settings?tab=${tab}`,
      label: t(`accounts.${tab}`),
      detail: t('frame.accountSettings'),
      Icon,
    })),
    { id: 'connect', href: '/account/connect', label: t('frame.connectDevice'), Icon: MonitorSmartphone },
    { id: 'spaces', href: '/workspace', label: t('frame.allSpaces'), Icon: LayoutGrid },
    { id: 'new-space', href: '/workspace/create', label: t('frame.newSpace'), Icon: FolderPlus },
    { id: 'find-space', href: '/workspace/find', label: t('palette.publicSpaces'), Icon: Globe },
    { id: 'help', href: '/help', label: t('frame.help'), Icon: CircleHelp },
    { id: 'guest-spaces', href: '/Access/Workspaces', label: t('frame.guestSpaces'), Icon: Handshake },
    ...(selling && words
      ? [
          { id: 'plans', href: '/plans', label: t('billing.pagePlans'), Icon: CreditCard },
          { id: 'order', href: '/workspace/create/order', label: t('billing.pageOrder'), Icon: ShoppingCart },
        ]
      : []),
    ...(support
      ? [
          { id: 'support', href: '/ticket', label: t('frame.support'), Icon: LifeBuoy },
          { id: 'new-ticket', href: '/ticket/new', label: t('palette.newTicket'), Icon: LifeBuoy },
        ]
      : []),
    ...(staff ? [{ id: 'console', href: '/admin', label: t('frame.console'), Icon: Gauge }] : []),
  ];
}

/** Every page that the user may open, those of the workspace in the order of the sidebar first. */
export function listPages(standing: Standing): PageLink[] {
  const { spaceId } = standing;
  return [...(spaceId ? pagesOfSpace(spaceId, standing) : []), ...pagesOfAccount(standing)];
}
