import { ExternalLink, Eye, FolderOpen, SquarePen } from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';
import { openAtGoogle } from '~/api/google';
import { editorHref, isEditable } from '~/api/place';
import { t } from '~/i18n';
import { sayFault } from '~/page/say-fault';
import { mayOn } from '../listing/rights';
import type { Entry } from '../listing/entry';
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

/** Whether the user edits the file when they open it. */
export const mayEdit = (entry: Entry): boolean =>
  entry.kind === 'file' && entry.trashed === null && isEditable(entry.name) && mayOn(entry, 'create', 'version');

export const edit: Action = {
  id: 'edit',
  label: () => t('files.edit'),
  Icon: SquarePen,
  group: 'open',
  places: ['item', 'bar'],
  applies: ({ listKind, count, entries: [entry] }) =>
    listKind !== 'trash' && count === 1 && entry !== undefined && mayEdit(entry),
  perform: ({ entries: [entry], place }) => entry && navigate(editorHref(place.spaceId, entry.directoryId, entry.id)),
};

export const openGoogle: Action = {
  id: 'google',
  label: () => t('files.openGoogle'),
  Icon: ExternalLink,
  group: 'open',
  places: ['item'],
  applies: ({ hasGoogle, listKind, count, entries: [entry] }) =>
    hasGoogle &&
    listKind !== 'trash' &&
    count === 1 &&
    entry?.kind === 'file' &&
    entry.trashed === null &&
    /\.(docx|xlsx|pptx)$/i.test(entry.name) &&
    mayOn(entry, 'create', 'version'),
  perform: ({ entries: [entry], place }) => {
    if (entry) void openAtGoogle(place.spaceId, entry.directoryId, entry.id).then(navigate, sayFault);
  },
};
