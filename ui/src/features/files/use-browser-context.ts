import { useLocation } from 'wouter';
import type { ActionContext, Commands } from './action';
import type { Entry } from './entry';
import { fetchAll, type Entries } from './listing';
import { stepHref } from './path';
import { hrefOf, previewHref, type Place } from './place';
import { expectReturn, rememberScroll } from './scroll-memory';
import { countSelected, isSelected, only, type Selection } from './selection';
import { formatSort } from './sort';
import type { Selecting } from './use-selection';
import type { View } from './use-view';

export type OpenDialog = 'new-folder' | 'shortcuts' | null;

interface Options {
  readonly place: Place;
  readonly directoryId: string;
  readonly entries: Entries;
  readonly view: View;
  readonly selecting: Selecting;
  readonly setDialog: (dialog: OpenDialog) => void;
}

/** What actions see and may ask for, as it is at the moment of asking. */
export function useBrowserContext(options: Options) {
  const { place, directoryId, entries, view, selecting, setDialog } = options;
  const [, navigate] = useLocation();

  const open = (entry: Entry) => {
    selecting.set(only(entry.id));
    const scroller = document.querySelector('[data-scroller]');
    rememberScroll(directoryId, { top: scroller?.scrollTop ?? 0, cursor: entry.id });
    if (entry.kind === 'directory') navigate(hrefOf({ ...place, directoryId: entry.id }));
    else navigate(previewHref(place, directoryId, entry.id, view.search));
  };
  const goUp = () => {
    const { path } = entries;
    const parent = path.at(-2);
    if (!parent) return;
    rememberScroll(parent.directory_id, { top: 0, cursor: directoryId });
    navigate(stepHref(place, parent, path.length - 2));
    expectReturn();
  };
  const commands: Commands = {
    open,
    goUp,
    newFolder: () => setDialog('new-folder'),
    showShortcuts: () => setDialog('shortcuts'),
    selectAll: selecting.all,
    clearSelection: selecting.clear,
    chosen: () => chosenOf(selecting.now(), options),
  };
  const context = (): ActionContext => ({
    place,
    directory: entries.directory,
    entries: knownChosen(selecting.now(), entries),
    count: countSelected(selecting.now(), entries.count),
    view,
    commands,
  });
  return { context, open, bytes: bytesOf(selecting.selection, entries) };
}

/** The chosen entries that have been fetched; of "all" the first ones are enough to know what may be offered. */
function knownChosen(selection: Selection, entries: Entries): Entry[] {
  const known: Entry[] = [];
  if (!selection.all) {
    for (const id of selection.ids) {
      const entry = entries.entryOf(id);
      if (entry) known.push(entry);
    }
    return known;
  }
  for (let index = 0; index < entries.count && known.length < 4; index++) {
    const entry = entries.entryAt(index);
    if (entry && isSelected(selection, entry.id)) known.push(entry);
  }
  return known;
}

async function chosenOf(selection: Selection, { place, directoryId, entries, view }: Options): Promise<Entry[]> {
  const known = knownChosen(selection, entries);
  if (!selection.all && known.length === selection.ids.size) return known;
  const all = await fetchAll({ spaceId: place.spaceId, directoryId, sort: formatSort(view.sort) });
  return all.filter(({ id }) => isSelected(selection, id));
}

/** Bytes of what is chosen; null while some of it has not been fetched. */
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
