import { Eye, FolderOpen } from 'lucide-react';
import { t } from '~/i18n';
import type { Action } from './action';

const enter = { key: 'Enter', text: 'Enter' } as const;

export const open: Action = {
  id: 'open',
  label: () => t('files.open'),
  Icon: FolderOpen,
  group: 'open',
  places: ['item'],
  shortcuts: [enter],
  applies: ({ count, entries }) => count === 1 && entries[0]?.kind === 'directory',
  perform: ({ entries, commands }) => entries[0] && commands.open(entries[0]),
};

export const preview: Action = {
  id: 'preview',
  label: () => t('files.preview'),
  Icon: Eye,
  group: 'open',
  places: ['item', 'bar'],
  shortcuts: [enter],
  applies: ({ listKind, count, entries }) => listKind !== 'trash' && count === 1 && entries[0]?.kind === 'file',
  perform: ({ entries, commands }) => entries[0] && commands.open(entries[0]),
};
