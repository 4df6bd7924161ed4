import { CornerLeftUp, Link } from 'lucide-react';
import { t } from '~/i18n';
import { copyText } from '~/kit/copy-text';
import { toast } from '~/kit/toast';
import type { Action } from '../action';
import { hrefOf, previewHref } from '../place';

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

export const copyLink: Action = {
  id: 'copy-link',
  label: () => t('files.copyLink'),
  Icon: Link,
  group: 'transfer',
  places: ['item'],
  applies: ({ count, entries, directory }) => count === 1 && entries.length === 1 && directory !== undefined,
  perform: ({ place, entries, directory }) => {
    const [entry] = entries;
    if (!entry || !directory) return;
    const path =
      entry.kind === 'directory'
        ? hrefOf({ ...place, directoryId: entry.id })
        : previewHref(place, directory.directory_id, entry.id);
    copyText(location.origin + path);
    toast({ title: t('files.linkCopied'), kind: 'success' });
  },
};
