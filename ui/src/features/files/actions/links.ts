import { Inbox, Link2 } from 'lucide-react';
import { can } from '~/api/permissions';
import { t } from '~/i18n';
import type { Action, ActionContext } from './action';
import { showDialog } from '../operations/dialogs';
import type { Entry } from '../listing/entry';
import { insideOf, mayAll } from '../listing/rights';

const shareTarget = ({ kind, id, name, directoryId }: Entry) => ({ kind, id, name, directoryId });

/** Makes a download link for the chosen entries. */
export const downloadLink: Action = {
  id: 'download-link',
  label: () => t('files.downloadLink'),
  Icon: Link2,
  group: 'transfer',
  places: ['item', 'bar'],
  shortcuts: [{ key: 'KeyS', alt: true, text: 'Alt+S' }],
  applies: (context) =>
    context.listKind !== 'trash' &&
    !context.place.viewAs &&
    context.count > 0 &&
    mayAll(context.entries, 'create', 'download_link'),
  perform: ({ place, commands }) =>
    void commands
      .chosen()
      .then((entries) =>
        showDialog({ kind: 'link', spaceId: place.spaceId, targets: entries.map((entry) => shareTarget(entry)) }),
      ),
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
