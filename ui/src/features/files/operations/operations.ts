import { navigate } from 'wouter/use-browser-location';
import { changed } from '~/api/changed';
import { Fault } from '~/api/fault';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import * as calls from './calls';
import { batchOf, selectionOf, type Target } from './calls';
import { emptyClipboard, isCut, type Clip } from './clipboard';
import { showDialog } from './dialogs';
import { fileType } from '~/kit/file-type';
import { pendingDirectory, type Entry } from '../listing/entry';
import type { WholeDirectory } from '../listing/whole';
import { change, hide, insert, refresh } from './optimistic';
import { awaitTask, followCopy, reasonOf, showRefusal, transfer } from './transfer';
import { undoable } from './undo';

type Entries = readonly Entry[];
const idsOf = (entries: Entries) => new Set(entries.map(({ id }) => id));
type DoneKey = 'trashed' | 'moved' | 'copied' | 'restored' | 'purged' | 'favored' | 'unfavored';

/** A message about the entries: one is named, several are counted. */
function doneText(key: DoneKey, entries: readonly { name: string }[], n = entries.length): string {
  const [first] = entries;
  const one: `files.${DoneKey}One` = `files.${key}One`;
  const many: `files.${DoneKey}Many` = `files.${key}Many`;
  return n === 1 && entries.length === 1 && first ? t(one, { name: first.name }) : t(many, { n });
}

/** To the trash, at once: it can be undone. */
export function trash(spaceId: string, entries: Entries, whole: WholeDirectory | null = null): Promise<void> {
  return undoable(async (tell) => {
    const ahead = hide(spaceId, whole ? new Set() : idsOf(entries));
    try {
      const sent = await calls.trash(batchOf(spaceId, entries, whole));
      const undo = await awaitTask(sent, (undoId, title) => tell({ title, undoId, spaceIds: [spaceId], isPart: true }));
      tell({ title: doneText('trashed', entries, whole?.count), undoId: undo, spaceIds: [spaceId] });
    } catch (error) {
      ahead.takeBack();
      showRefusal(error);
    }
    ahead.settle();
    refresh(spaceId);
  });
}

/** A new name. Answers null, or in words why the server refused it. */
export function rename(spaceId: string, entry: Entry, name: string): Promise<string | null> {
  return undoable(async (tell) => {
    const type = entry.kind === 'file' ? fileType(name, entry.contentType) : entry.type;
    const ahead = change(spaceId, new Set([entry.id]), { name, type, pending: true });
    try {
      const { undo } = await calls.rename(spaceId, entry, name);
      ahead.settle();
      tell({ title: t('files.renamed', { name }), undoId: undo, spaceIds: [spaceId] });
      refresh(spaceId);
      return null;
    } catch (error) {
      ahead.takeBack();
      refresh(spaceId);
      return nameReasonOf(error);
    }
  });
}

const nameReasonOf = (error: unknown): string =>
  error instanceof Fault && error.key === 'duplicate_field' ? t('files.nameTaken') : reasonOf(error, 'directory');

/** A new directory. Answers null, or in words why the server refused it. */
export async function createFolder(spaceId: string, parentId: string, name: string): Promise<string | null> {
  const ahead = insert(spaceId, pendingDirectory(parentId, name));
  try {
    const made = await calls.createFolder(spaceId, parentId, name);
    ahead.settle();
    toast({ title: t('files.folderMade', { name: made.name }), kind: 'success' });
    void changed.files(spaceId, parentId);
    return null;
  } catch (error) {
    ahead.takeBack();
    void changed.files(spaceId, parentId);
    return nameReasonOf(error);
  }
}

export async function setFavorite(spaceId: string, entries: Entries, on: boolean): Promise<void> {
  const ahead = change(spaceId, idsOf(entries), { favorite: on });
  const hidden = on ? null : hide(spaceId, idsOf(entries), (source) => source === 'favorites');
  try {
    await calls.setFavorite(selectionOf(spaceId, entries), on);
    toast({ title: doneText(on ? 'favored' : 'unfavored', entries), kind: 'success', id: 'favorite' });
  } catch (error) {
    hidden?.takeBack();
    ahead.takeBack();
    showRefusal(error);
  }
  hidden?.settle();
  ahead.settle();
  refresh(spaceId);
}

/** Moves entries into another directory, of the same or another workspace. */
export function move(
  spaceId: string,
  entries: Entries,
  to: Target,
  whole: WholeDirectory | null = null,
): Promise<boolean> {
  const away = entries.filter(({ directoryId }) => directoryId !== to.directoryId);
  if (away.length === 0) return Promise.resolve(false);
  return transfer({
    way: 'move',
    chosen: batchOf(spaceId, away, whole),
    to,
    doneText: (n) => doneText('moved', away, n),
    ...(!whole && { ahead: () => hide(spaceId, idsOf(away), (source) => source === 'directory') }),
  });
}

export function copy(
  spaceId: string,
  entries: Entries,
  to: Target,
  whole: WholeDirectory | null = null,
): Promise<boolean> {
  return transfer({
    way: 'copy',
    chosen: batchOf(spaceId, entries, whole),
    to,
    doneText: (n) => doneText('copied', entries, n),
  });
}

/** Makes a copy beside each entry, under a free name. */
export async function duplicate(spaceId: string, entries: Entries, whole: WholeDirectory | null = null): Promise<void> {
  if (whole) {
    await copy(spaceId, entries, { spaceId, directoryId: whole.directoryId }, whole);
    return;
  }
  for (const directoryId of new Set(entries.map((entry) => entry.directoryId))) {
    const here = entries.filter((entry) => entry.directoryId === directoryId);
    await copy(spaceId, here, { spaceId, directoryId });
  }
}

export async function paste(clip: Clip, to: Target): Promise<void> {
  const [first] = clip.items;
  if (!first) return;
  const cut = isCut(clip);
  const items = clip.items.map(({ type, target }) => ({
    kind: type === 'FILE' ? ('file' as const) : ('directory' as const),
    id: target,
  }));
  const done = await transfer({
    way: cut ? 'move' : 'copy',
    chosen: batchOf(first.space_id, items, clip.whole),
    to,
    doneText: (n) => doneText(cut ? 'moved' : 'copied', clip.items, n),
    ...(cut &&
      !clip.whole && {
        ahead: () => hide(first.space_id, new Set(items.map(({ id }) => id)), (source) => source === 'directory'),
      }),
  });
  if (done && cut) emptyClipboard();
}

/** Takes an archive apart beside it. It is an import, and goes on without the page. */
export async function extract(spaceId: string, entry: Entry): Promise<void> {
  try {
    const { import_id: id } = await calls.extract(spaceId, entry);
    void changed.imports();
    toast({
      title: t('files.extracting', { name: entry.name }),
      timeout: 6000,
      action: { label: t('files.extractingShow'), onClick: () => navigate(`/workspace/${spaceId}/imports/${id}`) },
    });
  } catch (error) {
    showRefusal(error);
  }
}

/** Puts entries into one zip file in the directory that is shown, under the name of the only one, or of that directory. */
export function compress(to: Target, entries: Entries, directory: string): Promise<void> {
  const [first] = entries;
  const name = `${(entries.length === 1 && first?.name) || directory || t('files.compressedName')}.zip`;
  return undoable(async (tell) => {
    try {
      const sent = await calls.compress(selectionOf(to.spaceId, entries), to, name);
      const { undo } = await followCopy(sent, (done, total) => t('files.compressing', { done, total }));
      tell({ title: t('files.compressed'), undoId: undo, spaceIds: [to.spaceId] });
    } catch (error) {
      showRefusal(error);
    }
    refresh(to.spaceId);
  });
}

export function restore(spaceId: string, entries: Entries, whole: WholeDirectory | null = null): Promise<boolean> {
  return transfer({
    way: 'restore',
    chosen: batchOf(spaceId, entries, whole),
    to: null,
    doneText: (n) => doneText('restored', entries, n),
    ...(!whole && { ahead: () => hide(spaceId, idsOf(entries), (source) => source === 'trash') }),
  });
}

/** For ever, so it is asked. */
export function purge(spaceId: string, entries: Entries, whole: WholeDirectory | null, begun: () => void): void {
  const [first] = entries;
  if (!first) return;
  const n = whole?.count ?? entries.length;
  showDialog({
    kind: 'confirm',
    title: n === 1 ? t('files.purgeTitleOne', { name: first.name }) : t('files.purgeTitle', { n }),
    text: t('files.purgeText'),
    yes: t('files.purge'),
    run: async () => {
      begun();
      const ahead = hide(spaceId, whole ? new Set() : idsOf(entries));
      try {
        await awaitTask(await calls.purge(batchOf(spaceId, entries, whole)));
        toast({ title: doneText('purged', entries, n), kind: 'success' });
      } catch (error) {
        ahead.takeBack();
        showRefusal(error);
      }
      ahead.settle();
      refresh(spaceId);
    },
  });
}

/** Asks, and empties a trash of what it has at that moment: what others delete while the question is open stays. */
export async function emptyTrash(spaceId: string, directoryId: string): Promise<void> {
  const now = await calls.trashNow(spaceId, directoryId).catch(showRefusal);
  if (!now) return;
  const { count: n, until } = now;
  if (n === 0) return refresh(spaceId);
  showDialog({
    kind: 'confirm',
    title: t('files.emptyTrashTitle'),
    text: t('files.emptyTrashText', { n }),
    yes: t('files.emptyTrash'),
    run: async () => {
      try {
        await awaitTask(await calls.emptyTrash(spaceId, directoryId, until));
        toast({ title: t('files.trashEmptied'), kind: 'success' });
      } catch (error) {
        showRefusal(error);
      }
      refresh(spaceId);
    },
  });
}
