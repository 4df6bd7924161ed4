import { useQuery } from '@tanstack/react-query';
import { keyOf } from '~/api/keys';
import { fetchPage, type ListingOf } from '~/features/files/listing/listing';

/** Neighbours of a file in its directory, in the order that the user saw. */
export interface Siblings {
  readonly previous: string | null;
  readonly next: string | null;
  /** From 1, among the files of the directory. */
  readonly at: number;
  readonly total: number;
}

/** Pages of 1000 entries that are read to find the file: enough for any directory that one leafs through. */
const MOST_PAGES = 20;

export const useSiblings = (of: ListingOf, fileId: string) =>
  useQuery({
    queryKey: keyOf('siblings', of.spaceId, of.directoryId, of.sort),
    queryFn: ({ signal }) => fetchFileIds(of, signal),
    select: (files) => siblingsIn(files, fileId),
    staleTime: 60_000,
  });

async function fetchFileIds(of: ListingOf, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { entries, next } = await fetchPage(of, { limit: 1000, ...(cursor && { cursor }) }, signal);
    for (const { kind, id } of entries) if (kind === 'file') ids.push(id);
    if (!next) break;
    cursor = next;
  }
  return ids;
}

export function siblingsIn(files: readonly string[], fileId: string): Siblings | null {
  const index = files.indexOf(fileId);
  if (index < 0) return null;
  return { previous: files[index - 1] ?? null, next: files[index + 1] ?? null, at: index + 1, total: files.length };
}
