import { can } from '~/api/permissions';
import type { Directory } from '~/api/types';

/** Whether the person may make folders in the directory. */
export function mayMakeFolders(directory: Directory | undefined): boolean {
  return can(directory?.current_permissions, 'create', 'directory');
}

/** Whether the person may upload into the directory. Where it says nothing about files, they count like folders. */
export function mayUpload(directory: Directory | undefined): boolean {
  const marks = directory?.current_permissions;
  return marks?.some(({ subject }) => subject === 'file') ? can(marks, 'create', 'file') : mayMakeFolders(directory);
}
