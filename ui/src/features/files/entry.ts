import type { Directory, File, Listing, Permission, Person } from '~/api/types';
import { fileType, type FileType } from '~/kit/file-type';

/** A row of the list: a directory or a file, in the same words. */
export interface Entry {
  readonly kind: 'directory' | 'file';
  readonly id: string;
  readonly name: string;
  readonly type: FileType;
  /** Of a directory: of its whole tree. */
  readonly size: number;
  readonly createdAt: string;
  readonly createdBy: Person;
  readonly modifiedAt: string;
  readonly modifiedBy: Person;
  readonly contentType: string;
  readonly hasThumbnail: boolean;
  readonly versionId: string;
  readonly hasUploadBox: boolean;
  readonly permissions: readonly Permission[];
}

export function entryOfDirectory(directory: Directory): Entry {
  return {
    kind: 'directory',
    id: directory.directory_id,
    name: directory.name,
    type: 'folder',
    size: directory.size,
    createdAt: directory.created_at,
    createdBy: directory.created_by,
    modifiedAt: directory.last_modified_at,
    modifiedBy: directory.last_modified_by,
    contentType: '',
    hasThumbnail: false,
    versionId: '',
    hasUploadBox: directory.has_upload_box,
    permissions: directory.current_permissions,
  };
}

export function entryOfFile(file: File): Entry {
  return {
    kind: 'file',
    id: file.file_id,
    name: file.file_name,
    type: fileType(file.file_name, file.content_type),
    size: file.size,
    createdAt: file.created_at,
    createdBy: file.created_by,
    modifiedAt: file.last_modified_at,
    modifiedBy: file.last_modified_by,
    contentType: file.content_type,
    hasThumbnail: file.thumbnail === 'ready',
    versionId: file.version_id,
    hasUploadBox: false,
    permissions: file.permissions,
  };
}

/** Directories come before files; those on their way out are not shown. */
export function entriesOf(listing: Listing): Entry[] {
  return [
    ...listing.directories.filter((directory) => !directory.status.includes('delet')).map(entryOfDirectory),
    ...listing.files.filter((file) => !file.status.includes('delet')).map(entryOfFile),
  ];
}
