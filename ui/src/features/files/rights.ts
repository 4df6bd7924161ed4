import { can } from '~/api/permissions';
import type { Directory } from '~/api/types';
import type { Entry } from './entry';

/** Whether the person may make folders in the directory. */
export function mayMakeFolders(directory: Directory | undefined): boolean {
  return can(directory?.current_permissions, 'create', 'directory');
}

/** Whether the person may upload into the directory. Where it says nothing about files, they count like folders. */
export function mayUpload(directory: Directory | undefined): boolean {
  const marks = directory?.current_permissions;
  return marks?.some(({ subject }) => subject === 'file') ? can(marks, 'create', 'file') : mayMakeFolders(directory);
}

/** Whether the person may do this to every one of the entries; there must be some. */
export function mayAll(entries: readonly Entry[], verb: string): boolean {
  return entries.length > 0 && entries.every(({ kind, permissions }) => can(permissions, verb, kind));
}

/** The same for what lies in the trash, whatever its kind. */
export function mayAllTrashed(entries: readonly Entry[], verb: string): boolean {
  return entries.length > 0 && entries.every(({ permissions }) => can(permissions, verb, 'trash'));
}
