import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { ActionContext, Commands } from '../actions/action';
import { mayEdit } from '../actions/open';
import { closeDialog, showDialog } from '../operations/dialogs';
import { isUnmade, type Entry } from '../listing/entry';
import { fetchAll, type Entries } from '../listing/listing';
import { stepHref } from './path';
import { useEngines } from '~/api/engines';
import { editorHref, folderHref, hrefOf, placeOf, previewHref, type Place } from '~/api/place';
import { setRenaming } from '../operations/renaming';
import { useTemplatesFolder } from '../operations/templates';
import { expectReturn, rememberScroll } from './scroll-memory';
import { countSelected, focusOn, isSelected, only, type Selection } from '../listing/selection';
import type { ListKind } from '../listing/list-kind';
import { formatSort } from '../listing/sort';
import type { Selecting } from './use-selection';
import type { View } from '../listing/use-view';
import type { WholeDirectory } from '../listing/whole';
import { PAGE_SIZE } from '../listing/windows';

interface Options {
  readonly listKind: ListKind;
  readonly place: Place;
  readonly directoryId: string;
  readonly entries: Entries;
  readonly view: View;
  readonly selecting: Selecting;
  readonly showShortcuts: () => void;
}

/** The context of actions: the state at the moment of asking, and the commands. */
export function useBrowserContext(options: Options) {
  const { listKind, place, directoryId, entries, view, selecting, showShortcuts } = options;
  const [, navigate] = useLocation();

  // What is being renamed belongs to the list that shows it.
  useEffect(() => () => setRenaming(null), [directoryId, listKind]);
  useEngines();
  useTemplatesFolder(place.spaceId);
  const shownHref = (entry: Entry) => {
    const search = listKind.id === 'directory' ? view.search : `from=${listKind.id}`;
    return previewHref(placeOf(entry, place), entry.directoryId, entry.id, search);
  };
  const open = (entry: Entry, shown = false) => {
    if (isUnmade(entry)) return undefined;
    // A file in the trash has no preview: only its details open.
    if (entry.kind === 'file' && place.trash) {
      selecting.set(only(entry.id));
      return view.setDetails(true);
    }
    selecting.set(focusOn(entry.id));
    const scroller = document.querySelector('[data-scroller]');
    rememberScroll(directoryId, { top: scroller?.scrollTop ?? 0, cursor: entry.id });
    const its = placeOf(entry, place);
    if (entry.kind === 'directory') return navigate(hrefOf({ ...its, directoryId: entry.id }));
    if (shown) return navigate(shownHref(entry));
    // On a touch screen one looks first; the preview leads on.
    if (mayEdit(entry) && matchMedia('(pointer: fine)').matches) {
      return navigate(editorHref(place.spaceId, entry.directoryId, entry.id));
    }
    return navigate(shownHref(entry));
  };
  const goUp = () => {
    const { path } = entries;
    const parent = path.at(-2);
    if (!parent) return;
    rememberScroll(parent.directory_id, { top: 0, cursor: directoryId });
    navigate(stepHref(place, parent, path.length - 2));
    expectReturn();
  };
  const rename = (entry: Entry) => {
    if (matchMedia('(pointer: coarse), (max-width: 639px)').matches) {
      showDialog({ kind: 'rename', spaceId: place.spaceId, entry });
    } else setRenaming({ id: entry.id });
  };
  const commands: Commands = {
    open: (entry) => open(entry),
    preview: (entry) => open(entry, true),
    goUp,
    rename,
    showInFolder: (entry) => {
      rememberScroll(entry.directoryId, { top: 0, cursor: entry.id });
      navigate(folderHref(entry, place));
      expectReturn();
    },
    newFolder: () => {
      closeDialog();
      showDialog({ kind: 'new-folder', spaceId: place.spaceId, parentId: directoryId });
    },
    showShortcuts,
    selectAll: selecting.all,
    clearSelection: selecting.clear,
    chosen: () => loadChosen(selecting.now(), options),
    whole: () => wholeOf(selecting.now(), options),
  };
  const context = (): ActionContext => ({
    listKind: listKind.id,
    place,
    path: entries.path,
    directory: entries.directory,
    entries: knownChosen(selecting.now(), entries),
    count: countSelected(selecting.now(), entries.count),
    total: entries.count,
    view,
    commands,
  });
  return { context, open: (entry: Entry) => open(entry), bytes: bytesOf(selecting.selection, entries) };
}

/** The chosen entries that have been fetched; of "all" the first ones are enough to know what may be offered. */
function knownChosen(selection: Selection, entries: Entries): Entry[] {
  const known: Entry[] = [];
  if (!selection.all) {
    for (const id of selection.ids) {
      const entry = entries.entryOf(id);
      if (entry && !isUnmade(entry)) known.push(entry);
    }
    return known;
  }
  for (let index = 0; index < entries.count && known.length < 4; index++) {
    const entry = entries.entryAt(index);
    if (entry && !isUnmade(entry) && isSelected(selection, entry.id)) known.push(entry);
  }
  return known;
}

/** The list as a whole; null for one that can be named entry by entry, and for those that only the page puts together. */
function wholeOf(selection: Selection, { listKind, directoryId, entries }: Options): WholeDirectory | null {
  const named = listKind.id !== 'directory' && listKind.id !== 'trash';
  if (!selection.all || named || entries.count <= PAGE_SIZE) return null;
  return {
    directoryId,
    except: [...selection.ids],
    count: countSelected(selection, entries.count),
    until: entries.listedAt,
  };
}

async function loadChosen(
  selection: Selection,
  { listKind, place, directoryId, entries, view }: Options,
): Promise<Entry[]> {
  const known = knownChosen(selection, entries);
  if (!selection.all && known.length === selection.ids.size) return known;
  const shown = Array.from({ length: Math.min(entries.count, PAGE_SIZE) }, (_, index) => entries.entryAt(index));
  if (shown.length === entries.count && shown.every((entry) => entry !== null)) {
    return shown.filter((entry) => !isUnmade(entry) && isSelected(selection, entry.id));
  }
  const { spaceId } = place;
  const all = await fetchAll({ spaceId, directoryId, sort: formatSort(view.sort), source: listKind.source });
  return all.filter(({ id }) => isSelected(selection, id));
}

/** The size of the chosen entries in bytes; null while some of them have not been fetched. */
function bytesOf(selection: Selection, entries: Entries): number | null {
  const sum = (ids: Iterable<string>): number | null => {
    let bytes = 0;
    for (const id of ids) {
      const entry = entries.entryOf(id);
      if (!entry) return null;
      bytes += entry.size;
    }
    return bytes;
  };
  const listed = sum(selection.ids);
  if (!selection.all || listed === null) return listed;
  return entries.directory ? entries.directory.size - listed : null;
}
