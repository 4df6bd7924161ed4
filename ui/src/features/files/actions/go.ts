import { CornerLeftUp, FolderSearch, Link } from 'lucide-react';
import { t } from '~/i18n';
import { copyText } from '~/kit/copy-text';
import { toast } from '~/kit/toast';
import type { Action } from './action';
import { hrefOf, placeOf, previewHref } from '~/api/place';
import { mayAll } from '../listing/rights';

export const goUp: Action = {
  id: 'go-up',
  label: () => t('files.parent'),
  Icon: CornerLeftUp,
  group: 'open',
  places: [],
  shortcuts: [
    { key: 'Backspace', text: 'Backspace' },
    { key: 'ArrowUp', alt: true, text: 'Alt+↑' },
  ],
  applies: ({ directory }) => Boolean(directory?.parent_id),
  perform: ({ commands }) => commands.goUp(),
};

export const showInFolder: Action = {
  id: 'show-in-folder',
  label: () => t('files.showInFolder'),
  Icon: FolderSearch,
  group: 'open',
  places: ['item'],
  submenu: 'more',
  applies: ({ listKind, count, entries }) =>
    (listKind === 'favorites' || listKind === 'recents') && count === 1 && entries.length === 1,
  perform: ({ entries, commands }) => entries[0] && commands.showInFolder(entries[0]),
};

export const copyLink: Action = {
  id: 'copy-link',
  label: () => t('files.copyLink'),
  Icon: Link,
  group: 'transfer',
  places: ['item'],
  submenu: 'more',
  applies: ({ listKind, count, entries }) => listKind !== 'trash' && count === 1 && mayAll(entries, 'read'),
  perform: ({ place: here, entries }) => {
    const [entry] = entries;
    if (!entry) return;
    const place = placeOf(entry, here);
    const path =
      entry.kind === 'directory'
        ? hrefOf({ ...place, directoryId: entry.id })
        : previewHref(place, entry.directoryId, entry.id);
    void copyText(location.origin + path);
    toast({ title: t('files.linkCopied'), kind: 'success' });
  },
};
