import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useEngines } from '~/api/engines';
import type { File, PathStep } from '~/api/types';
import type { Place } from '~/api/place';
import { folderHref } from '~/api/place';
import { useSpace } from '~/api/spaces';
import { matches, type Action, type ActionContext, type Commands } from '~/features/files/actions/action';
import { actionsFor } from '~/features/files/actions/action-list';
import { entryOfFile } from '~/features/files/listing/entry';
import type { View } from '~/features/files/listing/use-view';
import { showDialog } from '~/features/files/operations/dialogs';
import { expectReturn, rememberScroll } from '~/features/files/view/scroll-memory';

/** Actions of a list that mean nothing beside an open file. */
const elsewhere = new Set(['preview', 'cut', 'copy', 'show-in-folder']);

interface Options {
  readonly place: Place;
  readonly file: File | undefined;
  readonly path: readonly PathStep[];
  readonly view: View;
  /** The file is no longer here: it was moved or thrown away. */
  readonly onGone: () => void;
}

export interface FileActions {
  readonly context: ActionContext;
  readonly offered: readonly Action[];
}

const ignore = () => undefined;

/** The actions of the open file, the same as those of a chosen file in a list; null until the file is known. */
export function useFileActions({ place, file, path, view, onGone }: Options): FileActions | null {
  const [, navigate] = useLocation();
  // Whether one may share depends on it; the page has no frame that fetches it.
  useSpace(place.spaceId);
  useEngines();
  if (!file) return null;
  const entry = entryOfFile(file);
  const commands: Commands = {
    open: ignore,
    preview: ignore,
    goUp: ignore,
    showInFolder: () => {
      rememberScroll(entry.directoryId, { top: 0, cursor: entry.id });
      navigate(folderHref({ ...entry, path }, place));
      expectReturn();
    },
    newFolder: ignore,
    rename: () => showDialog({ kind: 'rename', spaceId: place.spaceId, entry }),
    showShortcuts: ignore,
    selectAll: ignore,
    clearSelection: onGone,
    chosen: () => Promise.resolve([entry]),
    whole: () => null,
  };
  const context: ActionContext = {
    listKind: 'directory',
    place,
    directory: undefined,
    entries: [entry],
    count: 1,
    total: 1,
    view,
    path,
    commands,
  };
  return { context, offered: actionsFor('item', context).filter(({ id }) => !elsewhere.has(id)) };
}

/** Runs the action of a pressed key; false when it is the key of none. */
export function runKey({ offered, context }: FileActions, event: KeyboardEvent): boolean {
  const action = offered.find(({ shortcuts }) => shortcuts?.some((shortcut) => matches(shortcut, event)));
  action?.perform(context);
  return action !== undefined;
}

/** Opens the share dialog where the address asks for it, as the row of a finished upload does. The address asks once. */
export function useAskedShare(actions: FileActions | null): void {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  // Whether one may share can be known later than the file.
  const share = query.has('share') ? actions?.offered.find(({ id }) => id === 'share') : undefined;
  const asked = share !== undefined;
  useEffect(() => {
    if (!share || !actions) return;
    query.delete('share');
    navigate(query.size > 0 ? `${path}?${query}` : path, { replace: true });
    share.perform(actions.context);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the address asks once
  }, [asked]);
}
