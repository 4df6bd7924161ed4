import { lazy, Suspense, type ReactNode } from 'react';
import { withWords } from '~/i18n';
import type { KeysOf } from './view/shortcuts-dialog';
import { closeDialog, useDialog, type FilesDialog } from './operations/dialogs';

// Each dialog is fetched when it is opened.
const NewFolderDialog = lazy(async () => ({
  default: (await import('./operations/new-folder-dialog')).NewFolderDialog,
}));
const RenameDialog = lazy(async () => ({ default: (await import('./operations/rename-dialog')).RenameDialog }));
const FolderPicker = lazy(async () => ({ default: (await import('./picker/folder-picker')).FolderPicker }));
const DuplicatesDialog = lazy(async () => ({
  default: (await import('./operations/duplicates-dialog')).DuplicatesDialog,
}));
const TemplatesDialog = lazy(async () => ({
  default: (await import('./templates/templates-dialog')).TemplatesDialog,
}));
const ConfirmDialog = lazy(async () => ({ default: (await import('~/page/people/confirm-dialog')).ConfirmDialog }));
const ShortcutsDialog = lazy(async () => ({
  default: (await withWords(import('./view/shortcuts-dialog'), 'palette')).ShortcutsDialog,
}));
const ShareDialog = lazy(async () => ({
  default: (
    await withWords(import('./sharing/share-dialog'), 'people', 'members', 'access', 'links', 'boxes', 'gate', 'dates')
  ).ShareDialog,
}));
const BoxDialog = lazy(async () => ({
  default: (await withWords(import('~/features/boxes/box-dialog'), 'boxes', 'gate', 'dates')).BoxDialog,
}));

type Props = { keys?: KeysOf | null; onKeysClosed?: () => void };

/** The dialogs of a page of files. */
export function FilesDialogs({ keys, onKeysClosed }: Props) {
  const dialog = useDialog();
  return (
    <Suspense>
      {dialog && renderDialog(dialog)}
      {keys && onKeysClosed && <ShortcutsDialog {...keys} onClose={onKeysClosed} />}
    </Suspense>
  );
}

function renderDialog(dialog: FilesDialog): ReactNode {
  const handleClose = () => closeDialog(dialog);
  switch (dialog.kind) {
    case 'new-folder':
      return <NewFolderDialog refused={undefined} {...dialog} onClose={handleClose} />;
    case 'share':
      return <ShareDialog {...dialog} onClose={handleClose} />;
    case 'templates':
      return <TemplatesDialog {...dialog} onClose={handleClose} />;
    case 'rename':
      return <RenameDialog refused={undefined} {...dialog} onClose={handleClose} />;
    case 'pick':
      return <FolderPicker {...dialog} onClose={handleClose} />;
    case 'duplicates':
      return <DuplicatesDialog key={dialog.before.each.length} {...dialog} />;
    case 'box':
      return <BoxDialog {...dialog} onClose={handleClose} />;
    default:
      return <ConfirmDialog {...dialog} onClose={handleClose} />;
  }
}
