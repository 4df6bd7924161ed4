import { useLocation, useSearch } from 'wouter';

/** The directory and the file that the page of a link shows. They are in the address, so that Back works. */
export interface SharedPlace {
  readonly directoryId: string;
  readonly fileId: string;
}

/** The address of a place on the page of a link. */
export function placeHref(id: string, { directoryId, fileId }: Partial<SharedPlace>): string {
  const query = new URLSearchParams();
  if (directoryId) query.set('directory', directoryId);
  if (fileId) query.set('file', fileId);
  const search = query.toString();
  return `/download/${id}${search && `?${search}`}`;
}

export function useSharedPlace(id: string) {
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const place: SharedPlace = { directoryId: query.get('directory') ?? '', fileId: query.get('file') ?? '' };
  return {
    place,
    go: (to: Partial<SharedPlace>, replace = false) => navigate(placeHref(id, to), { replace }),
  };
}
