import { can } from '~/api/permissions';
import type { Directory, Permission } from '~/api/types';
import type { Entry } from './entry';

/** Whether the user may make folders in the directory. */
export function mayMakeFolders(directory: Pick<Directory, 'current_permissions'> | undefined): boolean {
  return can(directory?.current_permissions, 'create', 'directory');
}

/** Whether the user may upload into the directory. Without rights on files, those on folders count. */
export function mayUpload(directory: Pick<Directory, 'current_permissions'> | undefined): boolean {
  const marks = directory?.current_permissions;
  return marks?.some(({ subject }) => subject === 'file') ? can(marks, 'create', 'file') : mayMakeFolders(directory);
}

/**
 * Whether the user may do this to the entry, or to a part of it: its versions, tags, links. The rights are those of the
 * entry itself and those that its directory gives on all entries in it.
 */
export function mayOn(entry: Entry, verb: string, subject: string = entry.kind): boolean {
  return can(entry.permissions, verb, subject) || can(entry.inherited, verb, subject);
}

/** The same for every one of the entries; there must be some. */
export function mayAll(entries: readonly Entry[], verb: string, subject?: string): boolean {
  return entries.length > 0 && entries.every((entry) => mayOn(entry, verb, subject));
}

/** The same for entries in the trash, of any kind. */
export function mayAllTrashed(entries: readonly Entry[], verb: string): boolean {
  return mayAll(entries, verb, 'trash');
}

/** A directory shown only as the path to a shared item can be opened, and nothing else. */
export const isWay = (entry: Entry): boolean =>
  entry.kind === 'directory' && entry.trashed === null && !mayOn(entry, 'read');

/** The user's rights inside an entry, in the form that a directory has. */
export const insideOf = (entry: Entry): { current_permissions: Permission[] } => ({
  current_permissions: [...entry.permissions, ...entry.inherited],
});
