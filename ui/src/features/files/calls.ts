import { api } from '~/api/client';
import type { Directory, File, Moved, Task } from '~/api/types';
import type { Entry } from './entry';
import type { FileProperties } from './properties';

export type Action = 'skip' | 'rename' | 'replace' | 'version' | 'merge';

/** An item whose name is taken where it should go. */
export interface Duplicate {
  readonly id: string;
  readonly type: 'file' | 'directory';
  readonly name: string;
  /** Of the directory it should go to. */
  readonly path: string;
  readonly directory_id: string;
  readonly actions: readonly Action[];
}

export interface Decision {
  readonly id: string;
  readonly type: 'file' | 'directory';
  readonly action: Action;
}

/** What was chosen, as calls take it. */
export interface Chosen {
  readonly space_id: string;
  readonly file_ids: readonly string[];
  readonly directory_ids: readonly string[];
}

export interface Target {
  readonly spaceId: string;
  readonly directoryId: string;
}

/** An answer, with the id by which it can be taken back. */
export interface Done<T> {
  readonly answer: T;
  readonly undo: string | null;
}

export function chosenOf(spaceId: string, entries: readonly Pick<Entry, 'kind' | 'id'>[]): Chosen {
  const idsOf = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).map(({ id }) => id);
  return { space_id: spaceId, file_ids: idsOf('file'), directory_ids: idsOf('directory') };
}

async function done<T>(method: 'post' | 'put', path: string, body: unknown): Promise<Done<T>> {
  let undo: string | null = null;
  const onAnswer = ({ headers }: Pick<Response, 'headers'>) => (undo = headers.get('Anbar-Undo'));
  const answer = await api[method]<T>(path, body, { onAnswer });
  return { answer, undo };
}

export function rename(spaceId: string, entry: Entry, name: string): Promise<Done<Directory | File>> {
  const space = `storage/space/${spaceId}`;
  return entry.kind === 'directory'
    ? done('put', `${space}/rename/directory`, { directory_id: entry.id, new_name: name })
    : done('put', `${space}/directory/${entry.directoryId}/rename/file`, { file_id: entry.id, new_name: name });
}

export const trash = (chosen: Chosen) => done<void>('post', 'storage/batch-delete', chosen);

const routes = { copy: 'storage/batch-', move: 'storage/batch-', restore: 'trash/batch-' } as const;
export type Way = keyof typeof routes;

/** Puts things elsewhere; with decisions it is the call for names that are taken. */
export function carry(
  way: Way,
  chosen: Chosen,
  to: Target | null,
  decided?: { duplicates: readonly Decision[]; all?: Action },
): Promise<Done<Partial<Moved> & { task_id?: string }>> {
  return done('post', `${routes[way]}${decided ? 'duplicate-' : ''}${way}`, {
    ...chosen,
    ...(to && { destination_space_id: to.spaceId, destination_directory_id: to.directoryId }),
    ...decided,
  });
}

export const purge = (chosen: Chosen) => api.post('trash/batch-delete', chosen);
export const emptyTrash = (spaceId: string, directoryId: string) =>
  api.post('trash/empty', { space_id: spaceId, directory_id: directoryId });
export const undo = (id: string) => api.post(`storage/undo/${id}`);
export const task = (id: string) => api.get<Task>(`storage/tasks/${id}`);

export function setFavorite({ space_id: spaceId, ...ids }: Chosen, on: boolean): Promise<void> {
  return api.put(`storage/space/${spaceId}/${on ? 'set' : 'unset'}-favorites`, ids);
}

const fileRoute = (spaceId: string, file: Entry) =>
  `storage/space/${spaceId}/directory/${file.directoryId}/file/${file.id}`;

export const restoreVersion = (spaceId: string, file: Entry, versionId: string) =>
  api.put<FileProperties>(`${fileRoute(spaceId, file)}/restore-version`, { version_id: versionId });

export const deleteVersion = (spaceId: string, file: Entry, versionId: string) =>
  api.delete(fileRoute(spaceId, file), undefined, { query: { version_id: versionId } });

export const setAccess = (spaceId: string, file: Entry, open: boolean, versionId: string | null) =>
  api.put<File>(`${fileRoute(spaceId, file)}/acl`, {
    status: open ? 'public' : 'private',
    ...(versionId && { version_id: versionId }),
  });

/** The address that gives the file's bytes to whoever knows it, once it is open. */
export const directLink = (spaceId: string, file: Entry) =>
  `${location.origin}/api/download/space/${spaceId}/directory/${file.directoryId}/file/${file.id}/direct`;
