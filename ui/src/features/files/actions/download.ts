import { Download, FolderDown } from 'lucide-react';
import { faultText } from '~/api/fault';
import { can } from '~/api/permissions';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import type { Action, ActionContext } from './action';
import { downloadFile, downloadTrashed, downloadZip } from '../operations/downloads';
import { entryOfDirectory } from '../listing/entry';
import { mayAll } from '../listing/rights';

export const download: Action = {
  id: 'download',
  label: () => t('files.download'),
  Icon: Download,
  group: 'transfer',
  vital: true,
  places: ['item', 'bar'],
  shortcuts: [{ key: 'KeyD', alt: true, text: 'Alt+D' }],
  applies: ({ listKind, entries }) => (listKind === 'trash' ? entries.length > 0 : mayAll(entries, 'read')),
  perform: (context) => void showFailure(downloadChosen(context)),
};

export const downloadFolder: Action = {
  id: 'download-folder',
  label: () => t('files.downloadFolder'),
  Icon: FolderDown,
  group: 'transfer',
  places: ['space'],
  applies: ({ directory, listKind }) =>
    listKind === 'directory' &&
    can(directory?.current_permissions, 'read', 'file') &&
    (directory?.files_count ?? 0) > 0 &&
    directory?.parent_id !== null,
  perform: ({ place, directory }) =>
    directory && void showFailure(downloadZip(place.spaceId, [entryOfDirectory(directory)], directory.name)),
};

async function downloadChosen({ listKind, place, directory, commands }: ActionContext): Promise<void> {
  const entries = await commands.chosen();
  const [first] = entries;
  if (!first) return undefined;
  if (listKind === 'trash') return downloadTrashed(place.spaceId, entries, entries.length > 1 ? undefined : first.name);
  if (entries.length > 1) return downloadZip(place.spaceId, entries, directory?.name || undefined);
  if (first.kind === 'directory') return downloadZip(place.spaceId, entries, first.name);
  return downloadFile(place.spaceId, first.directoryId, first.id);
}

async function showFailure(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    toast({ title: faultText(error, 'download'), kind: 'error' });
  }
}
