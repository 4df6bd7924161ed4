import { Clock } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { hrefOf, previewHref } from '~/api/place';
import { can } from '~/api/permissions';
import { useGuestSpaces, useSpaces } from '~/api/spaces';
import { startIn } from '~/api/visits';
import { knownEntries } from '~/features/files/listing/known';
import { useMembers } from '~/features/members/api';
import { noSearch, resultsHref } from '~/features/search/filters';
import { useRecents } from '~/features/search/recents';
import { t } from '~/i18n';
import { FileIcon } from '~/kit/file-icon';
import type { MenuAction, MenuEntry } from '~/kit/menu-items';
import { useAccountEntries } from '~/page/account-menu';
import { readOffer, type Offer } from '~/page/palette';
import { SpaceAvatar } from '~/page/space-avatar';
import { useNewEntries } from '../new-menu';
import type { Candidate, Group } from './candidates';
import { listPages, type Standing } from './pages';
import { memberCandidate } from './members';
import { useConsolePages } from './use-console';

/** The entries of a menu; those of a menu inside it name their parent. */
function candidatesOf(entries: readonly MenuEntry[], prefix: string, parent?: MenuAction): Candidate[] {
  return entries.flatMap((entry): Candidate[] => {
    if (entry === 'separator' || entry.disabled) return [];
    if (entry.items) return candidatesOf(entry.items, `${prefix}-${entry.id}`, entry);
    const { id, label, icon, shortcut, danger, checked, onSelect } = entry;
    return [
      {
        id: `${prefix}-${id}`,
        text: label,
        detail: parent?.label,
        icon: icon ?? parent?.icon,
        shortcut,
        danger,
        checked,
        run: () => onSelect?.(),
      },
    ];
  });
}

function actionGroups(offer: Offer | null): Group[] {
  if (!offer) return [];
  const { name, count, chosen, here } = offer;
  const title = name === undefined ? t('palette.actionsForMany', { n: count }) : t('palette.actionsFor', { name });
  return [
    { id: 'chosen', title, candidates: candidatesOf(chosen, 'action') },
    { id: 'here', title: t('palette.here'), candidates: candidatesOf(here, 'action') },
  ];
}

/** New things that the page in sight offers by actions of its own. */
const alsoActions = new Set(['folder', 'files', 'folder-upload']);

function fileCandidates(spaceId: string, myRoot: string | undefined, navigate: (to: string) => void): Candidate[] {
  return knownEntries(spaceId).map(({ entry, path }) => {
    const my = path[0]?.directory_id === myRoot;
    const root = t(my ? 'frame.myDrive' : 'frame.sharedFiles');
    const place = { spaceId, my };
    const href =
      entry.kind === 'directory'
        ? hrefOf({ ...place, directoryId: entry.id })
        : previewHref(place, entry.directoryId, entry.id);
    return {
      id: `file-${entry.id}`,
      text: entry.name,
      detail: path.length > 1 ? path.at(-1)?.name : root,
      icon: <FileIcon type={entry.type} />,
      run: () => navigate(href),
    };
  });
}

function useSpaceCandidates(navigate: (to: string) => void): Candidate[] {
  const own = useSpaces().data ?? [];
  const guest = useGuestSpaces().data ?? [];
  return [
    ...own.map((space) => ({ space, href: startIn(space.space_id) })),
    ...guest.map((space) => ({ space, href: `/workspace/${space.space_id}` })),
  ].map(({ space, href }) => ({
    id: `space-${space.space_id}`,
    text: space.title,
    icon: <SpaceAvatar space={space} className="size-7 text-xs" />,
    run: () => navigate(href),
  }));
}

/** All that the command palette finds on the device, in the order in which it is shown. */
export function useGroups(standing: Standing): Group[] {
  const [path, navigate] = useLocation();
  const { spaceId = '', permissions } = standing;
  const myRoot = standing.space?.my_root_directory_id;
  // What is chosen cannot change while the palette is open.
  const offer = useMemo(() => readOffer(), []);
  const files = useMemo(() => fileCandidates(spaceId, myRoot, navigate), [spaceId, myRoot, navigate]);
  const members = useMembers(spaceId, '', spaceId !== '' && can(permissions, 'read', 'member')).data?.pages[0]?.members;
  const account = useAccountEntries().filter(
    (entry) => entry !== 'separator' && ['language', 'theme', 'tour', 'out'].includes(entry.id),
  );
  const entries = useNewEntries(spaceId).filter(
    (entry) => entry !== 'separator' && !(offer?.here.length && alsoActions.has(entry.id)),
  );
  const recents = useRecents();
  const rooms = useConsolePages(standing, navigate);
  const console = { id: 'console', title: t('palette.console'), candidates: rooms };
  const inConsole = path.startsWith('/admin');
  return [
    ...actionGroups(offer),
    ...(inConsole ? [console] : []),
    { id: 'new', title: t('palette.new'), candidates: candidatesOf(entries, 'new') },
    {
      id: 'recents',
      title: t('palette.recents'),
      candidates: recents.map((query) => ({
        id: `recent-${query}`,
        text: query,
        icon: <Clock size={18} />,
        run: () => navigate(resultsHref(spaceId, { ...noSearch, query })),
      })),
    },
    {
      id: 'pages',
      title: t('palette.pages'),
      candidates: listPages(standing).map(({ id, href, label, detail, Icon }) => ({
        id: `page-${id}`,
        text: label,
        detail,
        icon: <Icon size={18} />,
        run: () => navigate(href),
      })),
    },
    ...(inConsole ? [] : [console]),
    {
      id: 'people',
      title: t('palette.people'),
      quiet: true,
      candidates: (members ?? []).map((member) => memberCandidate(spaceId, member, navigate)),
    },
    { id: 'files', title: t('palette.files'), quiet: true, candidates: files },
    { id: 'spaces', title: t('palette.spaces'), candidates: useSpaceCandidates(navigate) },
    { id: 'looks', title: t('palette.looks'), candidates: candidatesOf(account, 'account') },
  ];
}
