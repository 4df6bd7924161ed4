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

/** The address of a file's preview. It keeps the question mark's part, so that back and forth keep sort and view. */
export function previewHref(place: Place, directoryId: string, fileId: string, search = ''): string {
  const query = new URLSearchParams(search);
  query.delete('details');
  if (place.my) query.set('my', '1');
  const rest = query.toString();
  return `/workspace/${place.spaceId}/directory/${directoryId}/file/${fileId}/preview${rest && `?${rest}`}`;
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
