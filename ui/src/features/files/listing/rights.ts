import { can } from '~/api/permissions';
import type { Directory, Permission } from '~/api/types';
import type { Entry } from './entry';

/** Whether the person may make folders in the directory. */
export function mayMakeFolders(directory: Pick<Directory, 'current_permissions'> | undefined): boolean {
  return can(directory?.current_permissions, 'create', 'directory');
}

/** Whether the person may upload into the directory. Where it says nothing about files, they count like folders. */
export function mayUpload(directory: Pick<Directory, 'current_permissions'> | undefined): boolean {
  const marks = directory?.current_permissions;
  return marks?.some(({ subject }) => subject === 'file') ? can(marks, 'create', 'file') : mayMakeFolders(directory);
}

/**
 * Whether the person may do this to the entry, or to something of it: its versions, tags, links. The entry says so itself,
 * or the list that it stands in does: what may be done there may be done to all in it.
 */
export function mayOn(entry: Entry, verb: string, subject: string = entry.kind): boolean {
  return can(entry.permissions, verb, subject) || can(entry.inherited, verb, subject);
}

/** The same for every one of the entries; there must be some. */
export function mayAll(entries: readonly Entry[], verb: string, subject?: string): boolean {
  return entries.length > 0 && entries.every((entry) => mayOn(entry, verb, subject));
}

/** The same for what lies in the trash, whatever its kind. */
export function mayAllTrashed(entries: readonly Entry[], verb: string): boolean {
  return mayAll(entries, verb, 'trash');
}

/** A directory that is only a way to something further down can be opened, and nothing else. */
export const isWay = (entry: Entry): boolean =>
  entry.kind === 'directory' && entry.trashed === null && !mayOn(entry, 'read');

/** The user's rights inside an entry, in the form that a directory has. */
export const insideOf = (entry: Entry): { current_permissions: Permission[] } => ({
  current_permissions: [...entry.permissions, ...entry.inherited],
});
