import { knownSpace } from './known-spaces';
import type { PathStep } from './types';

/** A directory as an address names it. Without an id it is the root of the shared files or of My Drive. */
export interface Place {
  readonly spaceId: string;
  readonly directoryId?: string | undefined;
  readonly my: boolean;
  /** In the trash. */
  readonly trash?: boolean;
  /** Seen through the eyes of another person, by their id. */
  readonly viewAs?: string | undefined;
}

/** The address of a place. */
export function hrefOf({ spaceId, directoryId, my, trash, viewAs }: Place): string {
  const base = `/workspace/${spaceId}`;
  if (trash) return directoryId ? `${base}/directory/${directoryId}/trash` : `${base}/trash${my ? '/my' : ''}`;
  const directory = directoryId ? `/directory/${directoryId}` : '';
  return `${base}${directory}${my ? '/my' : ''}${viewAs ? `?view_as=${viewAs}` : ''}`;
}

/** Words in a document, and the page or slide they stand on; 0 where that is not known. */
export interface Found {
  readonly words: string;
  readonly place: number;
}

/** The parts of a preview's address that are about words in its file. */
const foundParts = ['find', 'place', 'panel'] as const;

/** Takes those parts out of the question mark's part. */
export function withoutFound(query: URLSearchParams): void {
  for (const part of foundParts) query.delete(part);
}

/**
 * The address of a file's preview. It keeps the question mark's part, so that back and forth keep sort and view. With
 * words the viewer shows them; `panel` names the tab of the details that opens beside it.
 */
export function previewHref(
  place: Place,
  directoryId: string,
  fileId: string,
  search = '',
  found?: Found,
  panel?: string,
): string {
  const query = new URLSearchParams(search);
  query.delete('details');
  withoutFound(query);
  if (place.my) query.set('my', '1');
  if (found) query.set('find', found.words);
  if (found && found.place > 0) query.set('place', String(found.place));
  if (panel) query.set('panel', panel);
  const rest = query.toString();
  return `/workspace/${place.spaceId}/directory/${directoryId}/file/${fileId}/preview${rest && `?${rest}`}`;
}

/** The address of the versions of a file, beside what they changed. */
export function versionsHref(place: Place, directoryId: string, fileId: string, version?: string): string {
  const query = new URLSearchParams({
    ...(place.my && { my: '1' }),
    ...(version && { version_id: version }),
  }).toString();
  return `/workspace/${place.spaceId}/directory/${directoryId}/file/${fileId}/versions${query && `?${query}`}`;
}

/** An entry with or without its path. */
interface Located {
  readonly directoryId: string;
  /** The path, in lists from the whole workspace. */
  readonly path: readonly PathStep[] | null;
}

/** The place of an entry: by its path in lists from the whole workspace, else the present place. */
export function placeOf({ path }: Pick<Located, 'path'>, here: Place): Place {
  if (!path) return here;
  const my = knownSpace(here.spaceId)?.my_root_directory_id;
  return { spaceId: here.spaceId, my: path[0]?.directory_id === my };
}

/** The address of the directory of an entry from such a list. */
export function folderHref(entry: Located, here: Place): string {
  const atRoot = (entry.path?.length ?? 0) <= 1;
  return hrefOf({ ...placeOf(entry, here), directoryId: atRoot ? undefined : entry.directoryId });
}

/** The address of the editor of a file. */
export function editorHref(
  spaceId: string,
  directoryId: string,
  fileId: string,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ space: spaceId, directory: directoryId, file: fileId, ...more });
  return `/editor/onlyoffice?${query}`;
}
