import { Inbox, UserRoundPlus } from 'lucide-react';
import { knownSpace } from '~/api/known-spaces';
import { can, permissionsQuery } from '~/api/permissions';
import { placeOf } from '~/api/place';
import { queryClient } from '~/api/query';
import type { Permission } from '~/api/types';
import { t } from '~/i18n';
import { insideOf, mayAll } from '../listing/rights';
import { showDialog } from '../operations/dialogs';
import type { Action, ActionContext } from './action';

/** In the shared files members who may give roles can share; in My Drive only its owner. */
function mayAddPeople({ place, entries: [entry] }: ActionContext): boolean {
  if (!entry || !knownSpace(place.spaceId)) return false;
  const { queryKey } = permissionsQuery(place.spaceId);
  return placeOf(entry, place).my || can(queryClient.getQueryData<Permission[]>(queryKey), 'create', 'role');
}

/** People and a link for one entry, a link for several. */
export const share: Action = {
  id: 'share',
  label: () => t('files.share'),
  Icon: UserRoundPlus,
  group: 'transfer',
  vital: true,
  places: ['item', 'bar'],
  shortcuts: [{ key: 'KeyS', alt: true, text: 'Alt+S' }],
  applies: (context) => {
    const { listKind, place, count, entries } = context;
    if (listKind === 'trash' || place.viewAs || count === 0) return false;
    return (
      mayAll(entries, 'create', 'download_link') || (count === 1 && mayAll(entries, 'read') && mayAddPeople(context))
    );
  },
  perform: ({ place: { spaceId }, commands }) =>
    void commands.chosen().then((entries) => entries.length > 0 && showDialog({ kind: 'share', spaceId, entries })),
};

/** The folder that is chosen, or the one that is shown. */
function folderOf(context: ActionContext) {
  const { place, directory, entries, count } = context;
  const [entry] = entries;
  if (count === 1 && entry?.kind === 'directory') {
    return { id: entry.id, name: entry.name, rules: insideOf(entry).current_permissions };
  }
  if (count > 0 || !directory) return null;
  const name = directory.name || (place.my ? t('files.myDrive') : t('files.shared'));
  return { id: directory.directory_id, name, rules: directory.current_permissions };
}

/** Makes an upload box, by which visitors put files into a folder. */
export const uploadBox: Action = {
  id: 'upload-box',
  label: () => t('files.uploadBox'),
  Icon: Inbox,
  group: 'transfer',
  places: ['item', 'space'],
  submenu: 'more',
  applies: (context) =>
    context.listKind !== 'trash' &&
    !context.place.viewAs &&
    (context.count > 0 || context.listKind === 'directory') &&
    can(folderOf(context)?.rules, 'create', 'box_link'),
  perform: (context) => {
    const folder = folderOf(context);
    if (!folder) return;
    const { id, name } = folder;
    showDialog({ kind: 'box', spaceId: context.place.spaceId, directory: { id, name } });
  },
};
