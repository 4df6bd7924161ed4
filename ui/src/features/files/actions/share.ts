import { Inbox, Share2 } from 'lucide-react';
import { can } from '~/api/permissions';
import type { Permission } from '~/api/types';
import { t } from '~/i18n';
import type { Action, ActionContext } from '../action';
import { showDialog } from '../dialogs';
import type { Entry } from '../entry';

export const shareTarget = ({ kind, id, name, directoryId }: Entry) => ({ kind, id, name, directoryId });

/** An entry says so when it differs from what lies around it; else the directory that is shown knows. */
function rulesOf({ permissions }: Entry, { directory }: ActionContext): readonly Permission[] | undefined {
  const whole = permissions.some(({ subject }) => subject === 'version' || subject.endsWith('_link'));
  return whole ? permissions : directory?.current_permissions;
}

/** Makes a download link for whatever is chosen. */
export const share: Action = {
  id: 'share',
  label: () => t('files.share'),
  Icon: Share2,
  group: 'transfer',
  vital: true,
  places: ['item', 'bar'],
  shortcuts: [{ key: 'KeyS', alt: true, text: 'Alt+S' }],
  applies: (context) =>
    context.shelf !== 'trash' &&
    context.count > 0 &&
    context.entries.length > 0 &&
    context.entries.every((entry) => can(rulesOf(entry, context), 'create', 'download_link')),
  perform: ({ place, commands }) =>
    void commands
      .chosen()
      .then((entries) =>
        showDialog({ kind: 'share', spaceId: place.spaceId, targets: entries.map((entry) => shareTarget(entry)) }),
      ),
};

/** The folder that is chosen, or the one that is shown. */
function folderOf(context: ActionContext) {
  const { place, directory, entries, count } = context;
  const [entry] = entries;
  if (count === 1 && entry?.kind === 'directory') {
    return { id: entry.id, name: entry.name, rules: rulesOf(entry, context) };
  }
  if (count > 0 || !directory) return null;
  const name = directory.name || (place.my ? t('files.myDrive') : t('files.shared'));
  return { id: directory.directory_id, name, rules: directory.current_permissions };
}

/** Lets people from outside put files into a folder. */
export const uploadBox: Action = {
  id: 'upload-box',
  label: () => t('files.uploadBox'),
  Icon: Inbox,
  group: 'transfer',
  places: ['item', 'space'],
  applies: (context) =>
    context.shelf !== 'trash' &&
    (context.count > 0 || context.shelf === 'directory') &&
    can(folderOf(context)?.rules, 'create', 'box_link'),
  perform: (context) => {
    const folder = folderOf(context);
    if (!folder) return;
    const { id, name } = folder;
    showDialog({ kind: 'box', spaceId: context.place.spaceId, directory: { id, name } });
  },
};
