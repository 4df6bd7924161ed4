import { ArchiveRestore, Trash2, Undo2 } from 'lucide-react';
import { can } from '~/api/permissions';
import { t } from '~/i18n';
import type { Action } from './action';
import { mayAll, mayAllTrashed } from '../listing/rights';
import { canUndo, undoLast } from '../operations/undo';
import { withAll, withOperations } from '../operations/with-operations';

export const moveToTrash: Action = {
  id: 'trash',
  label: () => t('files.remove'),
  Icon: Trash2,
  group: 'remove',
  danger: true,
  vital: true,
  places: ['item', 'bar'],
  shortcuts: [{ key: 'Delete', text: 'Delete' }],
  applies: ({ listKind, entries }) => listKind !== 'trash' && mayAll(entries, 'delete'),
  perform: (context) => {
    withAll(context, (operations, entries, whole) => operations.trash(context.place.spaceId, entries, whole));
    context.commands.clearSelection();
  },
};

export const restore: Action = {
  id: 'restore',
  label: () => t('files.restore'),
  Icon: ArchiveRestore,
  group: 'remove',
  vital: true,
  places: ['item', 'bar'],
  applies: ({ listKind, entries }) => listKind === 'trash' && mayAllTrashed(entries, 'update'),
  perform: (context) => {
    withAll(context, (operations, entries, whole) => operations.restore(context.place.spaceId, entries, whole));
    context.commands.clearSelection();
  },
};

export const purge: Action = {
  id: 'purge',
  label: () => t('files.purge'),
  Icon: Trash2,
  group: 'remove',
  vital: true,
  places: ['item', 'bar'],
  danger: true,
  shortcuts: [{ key: 'Delete', text: 'Delete' }],
  applies: ({ listKind, entries }) => listKind === 'trash' && mayAllTrashed(entries, 'delete'),
  perform: (context) =>
    withAll(context, (operations, entries, whole) =>
      operations.purge(context.place.spaceId, entries, whole, context.commands.clearSelection),
    ),
};

export const emptyTrash: Action = {
  id: 'empty-trash',
  label: () => t('files.emptyTrash'),
  Icon: Trash2,
  group: 'remove',
  places: ['space'],
  danger: true,
  applies: ({ listKind, directory, path, total }) =>
    listKind === 'trash' && path.length === 1 && total > 0 && can(directory?.current_permissions, 'delete', 'trash'),
  perform: ({ place, directory }) =>
    directory && withOperations((operations) => operations.emptyTrash(place.spaceId, directory.directory_id)),
};

export const undo: Action = {
  id: 'undo',
  label: () => t('files.undo'),
  Icon: Undo2,
  group: 'remove',
  places: ['space'],
  shortcuts: [{ key: 'KeyZ', ctrl: true, text: 'Ctrl+Z' }],
  applies: canUndo,
  mayApply: () => true,
  perform: () => void undoLast(),
};
