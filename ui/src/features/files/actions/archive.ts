import { FileArchive, PackageOpen } from 'lucide-react';
import { t } from '~/i18n';
import { withChosen } from '../operations/with-operations';
import { mayAll, mayMakeFolders, mayOn, mayUpload } from '../listing/rights';
import type { Action, ActionContext } from './action';

/** The archives that the server takes apart. */
const archives = /\.(zip|tar|tgz|tar\.gz|7z)$/i;

/** Whether the user may add to the directory that the entry lies in; beside an open file its rights are not known. */
function mayAddBeside({ directory, entries: [entry] }: ActionContext): boolean {
  if (directory?.directory_id === entry?.directoryId) return mayUpload(directory) && mayMakeFolders(directory);
  return entry !== undefined && mayOn(entry, 'create', 'version');
}

export const extract: Action = {
  id: 'extract',
  label: () => t('files.extractHere'),
  Icon: PackageOpen,
  group: 'transfer',
  places: ['item'],
  submenu: 'more',
  applies: (context) => {
    const [entry] = context.entries;
    return (
      context.listKind !== 'trash' &&
      context.count === 1 &&
      entry?.kind === 'file' &&
      archives.test(entry.name) &&
      mayOn(entry, 'read') &&
      mayAddBeside(context)
    );
  },
  perform: (context) =>
    withChosen(context, (operations, [entry]) => entry && operations.extract(context.place.spaceId, entry)),
};

export const compress: Action = {
  id: 'compress',
  label: () => t('files.compress'),
  Icon: FileArchive,
  group: 'transfer',
  places: ['item', 'bar'],
  submenu: 'more',
  applies: ({ listKind, directory, entries }) =>
    listKind === 'directory' && mayUpload(directory) && mayAll(entries, 'read'),
  perform: (context) => {
    const { place, directory } = context;
    if (!directory) return;
    const to = { spaceId: place.spaceId, directoryId: directory.directory_id };
    withChosen(context, (operations, entries) => operations.compress(to, entries, directory.name));
  },
};
