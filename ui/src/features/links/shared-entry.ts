import type { Content } from '~/api/content';
import type { PathStep, SharedListing, SharedMatches } from '~/api/types';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { fileType, type FileType } from '~/kit/file-type';

/** A file or directory of a link, as lists show it. */
export interface SharedEntry {
  readonly id: string;
  readonly directory: boolean;
  readonly name: string;
  readonly type: FileType;
  /** The size of a file, or how many files a directory holds, in words. */
  readonly extent: string;
  readonly modifiedAt: string;
  /** Downloads it; null where the link is for viewing. */
  readonly url: string | null;
  readonly thumbnail: string | null;
  /** Where the first lines of a text are. */
  readonly linesUrl: string | null;
  /** How to show it; null where a browser cannot. */
  readonly content: Omit<Content, 'expires_at'> | null;
  readonly path: readonly PathStep[];
}

/** Directories first, as the server sends them. */
export function entriesOf({ directories, files }: Pick<SharedListing | SharedMatches, 'directories' | 'files'>) {
  return [
    ...directories.map((of): SharedEntry => ({
      id: of.directory_id,
      directory: true,
      name: of.name,
      type: 'folder',
      extent:
        of.files_count === 0 && of.size === 0
          ? t('publiclink.holdsNothing')
          : t('publiclink.nFiles', { n: of.files_count }),
      modifiedAt: of.last_modified_at,
      url: of.url,
      thumbnail: null,
      linesUrl: null,
      content: null,
      path: of.path,
    })),
    ...files.map((of): SharedEntry => ({
      id: of.file_id,
      directory: false,
      name: of.file_name,
      type: fileType(of.file_name, of.content_type),
      extent: size(of.size),
      modifiedAt: of.last_modified_at,
      url: of.url,
      thumbnail: of.thumbnail_url,
      linesUrl: of.lines_url,
      content: of.preview_url
        ? { url: of.preview_url, kind: of.preview, content_type: of.content_type, size: of.size }
        : null,
      path: of.path,
    })),
  ];
}
