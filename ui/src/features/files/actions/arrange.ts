import { ClipboardPaste, Copy, CopyPlus, FolderInput, FolderOutput, Scissors } from 'lucide-react';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import type { Action, ActionContext } from './action';
import {
  clipboard,
  clipOf,
  emptyClipboard,
  mayPaste,
  pasteObstacle,
  setClipboard,
  type ClipItem,
} from '../operations/clipboard';
import { showDialog } from '../operations/dialogs';
import { insideOf, mayAll, mayMakeFolders, mayUpload } from '../listing/rights';
import { withAll, withOperations } from '../operations/with-operations';

const isOutsideTrash = ({ listKind }: ActionContext) => listKind !== 'trash';
const mayMove = (context: ActionContext) => isOutsideTrash(context) && mayAll(context.entries, 'move');
const mayCopy = (context: ActionContext) => isOutsideTrash(context) && mayAll(context.entries, 'read');

async function hold(context: ActionContext, operation: ClipItem['operation']): Promise<void> {
  const { place, directory, commands } = context;
  const whole = commands.whole();
  const entries = whole ? context.entries : await commands.chosen();
  const items = clipOf(entries, operation, place.spaceId, directory?.directory_path ?? '');
  if (items.length < entries.length) toast({ title: t('files.notReady', { n: entries.length - items.length }) });
  setClipboard({ items, whole });
  commands.clearSelection();
}

export const cut: Action = {
  id: 'cut',
  label: () => t('files.cut'),
  Icon: Scissors,
  group: 'arrange',
  places: ['item'],
  submenu: 'arrange',
  shortcuts: [{ key: 'KeyX', ctrl: true, text: 'Ctrl+X' }],
  applies: mayMove,
  perform: (context) => void hold(context, 'MOVE'),
};

export const copy: Action = {
  id: 'copy',
  label: () => t('files.copy'),
  Icon: Copy,
  group: 'arrange',
  places: ['item'],
  submenu: 'arrange',
  shortcuts: [{ key: 'KeyC', ctrl: true, text: 'Ctrl+C' }],
  applies: mayCopy,
  perform: (context) => void hold(context, 'COPY'),
};

/** Pastes the clipboard into a directory, or tells why it cannot. */
function pasteTo({ place, path, directory }: Pick<ActionContext, 'place' | 'path' | 'directory'>, into?: string) {
  const directoryId = into ?? directory?.directory_id;
  if (!directoryId) return;
  const clip = clipboard();
  const to = { spaceId: place.spaceId, directoryId };
  const problem = pasteObstacle(clip, to, path);
  if (problem === 'inside') toast({ title: t('files.intoItself'), kind: 'error' });
  else if (problem === 'same') emptyClipboard();
  else withOperations(({ paste }) => paste(clip, to));
}

export const paste: Action = {
  id: 'paste',
  label: () => t('files.paste'),
  Icon: ClipboardPaste,
  group: 'arrange',
  places: ['space'],
  shortcuts: [{ key: 'KeyV', ctrl: true, text: 'Ctrl+V' }],
  applies: ({ listKind, directory }) => listKind === 'directory' && mayPaste(clipboard(), directory),
  mayApply: ({ listKind, directory }) =>
    listKind === 'directory' && (mayUpload(directory) || mayMakeFolders(directory)),
  perform: (context) => pasteTo(context),
};

export const pasteInto: Action = {
  id: 'paste-into',
  label: () => t('files.pasteInto'),
  Icon: ClipboardPaste,
  group: 'arrange',
  places: ['item'],
  submenu: 'arrange',
  applies: ({ listKind, count, entries: [entry] }) =>
    listKind === 'directory' && count === 1 && entry?.kind === 'directory' && mayPaste(clipboard(), insideOf(entry)),
  perform: (context) => pasteTo(context, context.entries[0]?.id),
};

export const duplicate: Action = {
  id: 'duplicate',
  label: () => t('files.duplicate'),
  Icon: CopyPlus,
  group: 'arrange',
  places: ['item'],
  submenu: 'arrange',
  applies: (context) => mayCopy(context) && mayAll(context.entries, 'create'),
  perform: (context) =>
    withAll(context, (operations, entries, whole) => operations.duplicate(context.place.spaceId, entries, whole)),
};

const pick = (way: 'copy' | 'move') => (context: ActionContext) => {
  const whole = context.commands.whole();
  const chosen = whole ? Promise.resolve(context.entries) : context.commands.chosen();
  void chosen.then((entries) =>
    showDialog({
      kind: 'pick',
      way,
      spaceId: context.place.spaceId,
      entries,
      whole,
      from: entries[0]?.directoryId ?? '',
      my: context.place.my,
      ...(way === 'move' && { onSent: context.commands.clearSelection }),
    }),
  );
};

export const moveTo: Action = {
  id: 'move-to',
  label: () => t('files.moveTo'),
  Icon: FolderInput,
  group: 'arrange',
  vital: true,
  places: ['item', 'bar'],
  submenu: 'arrange',
  shortcuts: [{ key: 'KeyM', alt: true, text: 'Alt+M' }],
  applies: mayMove,
  perform: pick('move'),
};

export const copyTo: Action = {
  id: 'copy-to',
  label: () => t('files.copyTo'),
  Icon: FolderOutput,
  group: 'arrange',
  places: ['item', 'bar'],
  submenu: 'arrange',
  shortcuts: [{ key: 'KeyC', alt: true, text: 'Alt+C' }],
  applies: mayCopy,
  perform: pick('copy'),
};
