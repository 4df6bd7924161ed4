import { CloudDownload } from 'lucide-react';
import { isPinned } from '~/features/offline/pinned';
import { t, withWords } from '~/i18n';
import type { Action, ActionContext } from './action';
import { placeOf } from '~/api/place';
import { mayAll } from '../listing/rights';

const arePinned = ({ entries }: ActionContext) => entries.length > 0 && entries.every(({ id }) => isPinned(id));

export const keepOffline: Action = {
  id: 'keep-offline',
  label: (context) => (arePinned(context) ? t('files.releaseOffline') : t('files.keepOffline')),
  Icon: CloudDownload,
  group: 'transfer',
  places: ['item'],
  submenu: 'more',
  applies: ({ listKind, entries, count }) =>
    listKind !== 'trash' &&
    entries.length === count &&
    mayAll(entries, 'read') &&
    entries.every(({ kind }) => kind === 'file'),
  perform: (context) => void toggle(context),
};

async function toggle(context: ActionContext): Promise<void> {
  const { place, entries } = context;
  const { keep, release } = await withWords(import('~/features/offline/actions'), 'offline');
  const files = entries.map((entry) => ({
    ...placeOf(entry, place),
    id: entry.id,
    name: entry.name,
    directoryId: entry.directoryId,
  }));
  await (arePinned(context) ? release(files) : keep(files));
}
