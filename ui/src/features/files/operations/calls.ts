import { urlOf, type Body } from '~/api/calls';
import { api, type Hears } from '~/api/client';
import type { CopyResult, Directory, Failure, File } from '~/api/types';
import type { Entry } from '../listing/entry';
import type { WholeDirectory } from '../listing/whole';

/** An item whose name exists in the target directory. */
export type Duplicate = NonNullable<Failure['duplicates']>[number];
export type Action = Duplicate['actions'][number];
export type Decision = Pick<
  NonNullable<Body<'POST storage/batch-duplicate-copy'>['duplicates']>[number],
  'id' | 'type' | 'action'
>;

type Batch = Body<'POST storage/batch-delete'>;

/** The chosen items, in the form that calls take: by their ids, or all of a list. */
export type Chosen = Required<Omit<Batch, 'selection'>> & Pick<Batch, 'selection'>;

export interface Target {
  readonly spaceId: string;
  readonly directoryId: string;
}

/** An answer, with the id by which it can be taken back. */
export interface Done<T> {
  readonly answer: T;
  readonly undo: string | null;
}

export function selectionOf(spaceId: string, entries: readonly Pick<Entry, 'kind' | 'id'>[]): Chosen {
  const idsOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
  return { space_id: spaceId, file_ids: idsOf('file'), directory_ids: idsOf('directory') };
}

/** All of a list, except some. */
export const wholeOf = (spaceId: string, { directoryId, except, until }: WholeDirectory): Chosen => ({
  space_id: spaceId,
  file_ids: [],
  directory_ids: [],
  selection: { directory_id: directoryId, all: true, except: [...except], until },
});

/** What an operation works on: a whole list, or the entries. */
export const batchOf = (
  spaceId: string,
  entries: readonly Pick<Entry, 'kind' | 'id'>[],
  whole: WholeDirectory | null,
): Chosen => (whole ? wholeOf(spaceId, whole) : selectionOf(spaceId, entries));

/** Makes a call and reads from its answer how to take it back. */
async function callWithUndo<T>(call: (onAnswer: Hears) => Promise<T>): Promise<Done<T>> {
  let undo: string | null = null;
  const answer = await call(({ headers }) => (undo = headers.get('Anbar-Undo')));
  return { answer, undo };
}

export function rename(spaceId: string, entry: Entry, name: string): Promise<Done<Directory | File>> {
  const path = { space_id: spaceId, directory_id: entry.directoryId };
  return callWithUndo<Directory | File>((onAnswer) =>
    entry.kind === 'directory'
      ? api.put('storage/space/{space_id}/rename/directory', {
          path,
          body: { directory_id: entry.id, new_name: name },
          onAnswer,
        })
      : api.put('storage/space/{space_id}/directory/{directory_id}/rename/file', {
          path,
          body: { file_id: entry.id, new_name: name },
          onAnswer,
        }),
  );
}

export const createFolder = (spaceId: string, parentId: string, name: string) =>
  api.post('storage/space/{space_id}/directory', {
    path: { space_id: spaceId },
    body: { parent_id: parentId, directory_name: name },
  });

export const trash = (chosen: Chosen) =>
  callWithUndo((onAnswer) => api.post('storage/batch-delete', { body: chosen, onAnswer }));

export type Way = 'copy' | 'move' | 'restore';

interface Decided {
  readonly duplicates: readonly Decision[];
  readonly all?: Action;
}

/** Moves, copies or restores items. With decisions it calls the endpoint that resolves taken names. */
export function carry(way: Way, chosen: Chosen, to: Target | null, decided?: Decided): Promise<Done<CopyResult>> {
  return callWithUndo<CopyResult>((onAnswer) => {
    if (way === 'restore' || !to) {
      const call = decided ? 'trash/batch-duplicate-restore' : 'trash/batch-restore';
      return api.post(call, { body: { ...chosen, ...decided }, onAnswer });
    }
    const place = { destination_space_id: to.spaceId, destination_directory_id: to.directoryId };
    const call = decided ? (`storage/batch-duplicate-${way}` as const) : (`storage/batch-${way}` as const);
    return api.post(call, { body: { ...chosen, ...place, ...decided }, onAnswer });
  });
}

/** Takes an archive apart, into a folder beside it that has its name. */
export const extract = (spaceId: string, { directoryId, id }: Entry) =>
  api.post('storage/space/{space_id}/directory/{directory_id}/file/{file_id}/extract', {
    path: { space_id: spaceId, directory_id: directoryId, file_id: id },
    body: {},
  });

/** Puts items into a zip file. */
export const compress = ({ space_id: spaceId, ...ids }: Chosen, to: Target, name: string): Promise<Done<CopyResult>> =>
  callWithUndo((onAnswer) =>
    api.post('storage/space/{space_id}/compress', {
      path: { space_id: spaceId },
      body: { ...ids, directory_id: to.directoryId, name },
      onAnswer,
    }),
  );

export const purge = (chosen: Chosen) =>
  callWithUndo((onAnswer) => api.post('trash/batch-delete', { body: chosen, onAnswer }));

/** How many items a trash has, and the moment of the server at which it had them. */
export async function trashNow(spaceId: string, directoryId: string): Promise<{ count: number; until: string }> {
  let date: string | null = null;
  const { page_info: info } = await api.get('trash/{space_id}/directory/{directory_id}', {
    path: { space_id: spaceId, directory_id: directoryId },
    query: { limit: 1 },
    onAnswer: ({ headers }) => (date = headers.get('Date')),
  });
  // The header has whole seconds.
  return { count: info.total, until: new Date((Date.parse(date ?? '') || Date.now()) + 1000).toISOString() };
}

/** Deletes what came into a trash until a moment. */
export const emptyTrash = (spaceId: string, directoryId: string, until: string) =>
  callWithUndo((onAnswer) =>
    api.post('trash/empty', { body: { space_id: spaceId, directory_id: directoryId, until }, onAnswer }),
  );
export const undo = (id: string) =>
  callWithUndo((onAnswer) => api.post('storage/undo/{undo_id}', { path: { undo_id: id }, onAnswer }));

export function setFavorite({ space_id: spaceId, ...ids }: Chosen, on: boolean): Promise<void> {
  return api.put(`storage/space/{space_id}/${on ? 'set' : 'unset'}-favorites`, {
    path: { space_id: spaceId },
    body: ids,
  });
}

const file = 'storage/space/{space_id}/directory/{directory_id}/file/{file_id}';
const pathOf = (spaceId: string, { directoryId, id }: Entry) => ({
  space_id: spaceId,
  directory_id: directoryId,
  file_id: id,
});

export const restoreVersion = (spaceId: string, entry: Entry, versionId: string) =>
  api.put(`${file}/restore-version`, { path: pathOf(spaceId, entry), body: { version_id: versionId } });

export const deleteVersion = (spaceId: string, entry: Entry, versionId: string) =>
  api.delete(file, { path: pathOf(spaceId, entry), query: { version_id: versionId } });

export const setAccess = (spaceId: string, entry: Entry, open: boolean, versionId: string | null) =>
  api.put(`${file}/acl`, {
    path: pathOf(spaceId, entry),
    body: { status: open ? 'public' : 'private', ...(versionId && { version_id: versionId }) },
  });

/** The address of the file's bytes; it works without signing in once the file is open. */
export const directLink = (spaceId: string, entry: Entry) =>
  location.origin +
  urlOf('GET download/space/{space_id}/directory/{directory_id}/file/{file_id}/direct', {
    path: pathOf(spaceId, entry),
  });
