import type {
  CustomFieldValue,
  Directory,
  Editing,
  File,
  Listing,
  PathStep,
  Permission,
  Person,
  Trashed,
} from '~/api/types';
import { fileType, type FileType } from '~/kit/file-type';

/** A row of the list: a directory or a file, in the same words. */
export interface Entry {
  readonly kind: 'directory' | 'file';
  readonly id: string;
  /** The directory it lies in. */
  readonly directoryId: string;
  readonly name: string;
  readonly type: FileType;
  /** Of a directory: of its whole tree. */
  readonly size: number;
  /** A directory that holds nothing; null where the user may not know. */
  readonly empty: boolean | null;
  readonly createdAt: string;
  readonly createdBy: Person;
  readonly modifiedAt: string;
  readonly modifiedBy: Person;
  readonly contentType: string;
  readonly hasThumbnail: boolean;
  /** A text whose first lines are shown in the place of a picture. */
  readonly hasLines: boolean;
  /** Its picture or its lines are being made. */
  readonly awaitsTile: boolean;
  readonly versionId: string;
  readonly hasUploadBox: boolean;
  /** Someone who edits the file now. */
  readonly editing: Editing | null;
  readonly permissions: readonly Permission[];
  /** The rights that the listed directory gives on all entries in it. */
  readonly inherited: readonly Permission[];
  /** Only entries that are ready can be copied or moved. */
  readonly status: string;
  readonly favorite: boolean;
  /** The file is open to everyone with its direct link. */
  readonly open: boolean;
  /** The only version the direct link gives; null for the newest. */
  readonly openVersionId: string | null;
  /** The path, in lists from the whole workspace. */
  readonly path: readonly PathStep[] | null;
  /** In the trash. */
  readonly trashed: Trashed | null;
  readonly usedAt: string | null;
  /** The server has not answered yet to what made or changed it. */
  readonly pending?: boolean;
  /** Its values of the workspace's own fields. */
  readonly tags: readonly Tag[];
}

export type Tag = Readonly<CustomFieldValue>;

const none: readonly Permission[] = [];

/** Directories that only lead to something further down come without their counts. */
function isEmpty({ files_count, directories_count, current_permissions, status }: Directory): boolean | null {
  if (files_count + directories_count > 0) return false;
  const known = current_permissions.some(({ action, subject }) => action === 'read' && subject === 'file');
  return known || status === 'deleted' ? true : null;
}

export function entryOfDirectory(directory: Directory): Entry {
  return {
    kind: 'directory',
    id: directory.directory_id,
    directoryId: directory.parent_id ?? '',
    name: directory.name,
    type: 'folder',
    size: directory.size,
    empty: isEmpty(directory),
    createdAt: directory.created_at,
    createdBy: directory.created_by,
    modifiedAt: directory.last_modified_at,
    modifiedBy: directory.last_modified_by,
    contentType: '',
    hasThumbnail: false,
    hasLines: false,
    awaitsTile: false,
    versionId: '',
    hasUploadBox: directory.has_upload_box,
    editing: null,
    permissions: directory.current_permissions,
    inherited: none,
    status: directory.status,
    favorite: directory.is_favorite,
    open: false,
    openVersionId: null,
    path: null,
    trashed: null,
    usedAt: null,
    tags: directory.custom_fields,
  };
}

export function entryOfFile(file: File): Entry {
  return {
    kind: 'file',
    id: file.file_id,
    directoryId: file.directory_id,
    name: file.file_name,
    type: fileType(file.file_name, file.content_type),
    size: file.size,
    empty: false,
    createdAt: file.created_at,
    createdBy: file.created_by,
    modifiedAt: file.last_modified_at,
    modifiedBy: file.last_modified_by,
    contentType: file.content_type,
    hasThumbnail: file.thumbnail === 'ready',
    hasLines: file.thumbnail === 'lines',
    awaitsTile: file.thumbnail === 'pending',
    versionId: file.version_id,
    hasUploadBox: false,
    editing: file.editing ?? null,
    permissions: file.permissions,
    inherited: none,
    status: file.status,
    favorite: file.is_favorite,
    open: file.access === 'public',
    openVersionId: file.public_version_id,
    path: null,
    trashed: null,
    usedAt: null,
    tags: file.custom_fields,
  };
}

const nobody: Person = { _id: '', name: '' };

/** Whether the server is about to make it: no call may name it. */
export const isUnmade = ({ status, pending }: Entry): boolean => status === 'pending' && pending === true;

/** A directory that the server is about to make. Nothing can be done with it. */
export function pendingDirectory(directoryId: string, name: string): Entry {
  const now = new Date().toISOString();
  return {
    kind: 'directory',
    id: `pending-${name}`,
    directoryId,
    name,
    type: 'folder',
    size: 0,
    empty: true,
    createdAt: now,
    createdBy: nobody,
    modifiedAt: now,
    modifiedBy: nobody,
    contentType: '',
    hasThumbnail: false,
    hasLines: false,
    awaitsTile: false,
    versionId: '',
    hasUploadBox: false,
    editing: null,
    permissions: none,
    inherited: none,
    status: 'pending',
    favorite: false,
    open: false,
    openVersionId: null,
    path: null,
    trashed: null,
    usedAt: null,
    pending: true,
    tags: [],
  };
}

/** Directories come before files; entries that are being deleted are left out. */
export function entriesOf(listing: Listing): Entry[] {
  const inherited = listing.directory.current_permissions;
  return [
    ...listing.directories.filter(({ status }) => !status.includes('delet')).map(entryOfDirectory),
    ...listing.files.filter(({ status }) => !status.includes('delet')).map(entryOfFile),
  ].map((entry) => ({ ...entry, inherited }));
}
