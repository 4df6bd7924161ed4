/** A directory as an address names it. Without an id it is the root of the shared files or of My Drive. */
export interface Place {
  readonly spaceId: string;
  readonly directoryId?: string;
  readonly my: boolean;
}

/** The address of a place. */
export function hrefOf({ spaceId, directoryId, my }: Place): string {
  const directory = directoryId ? `/directory/${directoryId}` : '';
  return `/workspace/${spaceId}${directory}${my ? '/my' : ''}`;
}

/** The address of a file's preview. It keeps the question mark's part, so that back and forth keep sort and view. */
export function previewHref(place: Place, directoryId: string, fileId: string, search = ''): string {
  const query = new URLSearchParams(search);
  query.delete('details');
  if (place.my) query.set('my', '1');
  const rest = query.toString();
  return `/workspace/${place.spaceId}/directory/${directoryId}/file/${fileId}/preview${rest && `?${rest}`}`;
}
