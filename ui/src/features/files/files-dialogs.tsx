import { lazy, Suspense, type ReactNode } from 'react';
import { withWords } from '~/i18n';
import type { ActionContext } from './action';
import { closeDialog, useDialog, type FilesDialog } from './dialogs';

// None of them is needed before somebody asks for it.
const NewFolderDialog = lazy(async () => ({ default: (await import('./new-folder-dialog')).NewFolderDialog }));
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog')).RenameDialog }));
const FolderPicker = lazy(async () => ({ default: (await import('./folder-picker')).FolderPicker }));
const DuplicatesDialog = lazy(async () => ({ default: (await import('./duplicates-dialog')).DuplicatesDialog }));
const AccessDialog = lazy(async () => ({
  default: (await withWords(import('./access-dialog'), 'people', 'members', 'sharing')).AccessDialog,
}));
const ConfirmDialog = lazy(async () => ({ default: (await import('~/features/people/confirm-dialog')).ConfirmDialog }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog')).ShortcutsDialog }));
const ShareDialog = lazy(async () => ({
  default: (await withWords(import('~/features/shares/share-dialog'), 'shares', 'links', 'dates')).ShareDialog,
}));
const BoxDialog = lazy(async () => ({
  default: (await withWords(import('~/features/uploadboxes/box-dialog'), 'boxes', 'links', 'dates')).BoxDialog,
}));

type Props = { keys?: ActionContext | null; onKeysClosed?: () => void };

/** Whatever hangs over a page of files. */
export function FilesDialogs({ keys, onKeysClosed }: Props) {
  const dialog = useDialog();
  return (
    <Suspense>
      {dialog && shown(dialog)}
      {keys && onKeysClosed && <ShortcutsDialog context={keys} onClose={onKeysClosed} />}
    </Suspense>
  );
}

function shown(dialog: FilesDialog): ReactNode {
  switch (dialog.kind) {
    case 'new-folder':
      return <NewFolderDialog spaceId={dialog.spaceId} parentId={dialog.parentId} onClose={closeDialog} />;
    case 'share':
      return <AccessDialog spaceId={dialog.spaceId} entry={dialog.entry} onClose={closeDialog} />;
    case 'rename':
      return <RenameDialog spaceId={dialog.spaceId} entry={dialog.entry} onClose={closeDialog} />;
    case 'pick':
      return <FolderPicker {...dialog} onClose={closeDialog} />;
    case 'duplicates':
      return <DuplicatesDialog key={dialog.before.each.length} {...dialog} />;
    case 'link':
      return <ShareDialog {...dialog} onClose={closeDialog} />;
    case 'box':
      return <BoxDialog {...dialog} onClose={closeDialog} />;
    default:
      return <ConfirmDialog {...dialog} onClose={closeDialog} />;
  }
}
