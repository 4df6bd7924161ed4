import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import { useFirstLines } from '~/api/first-lines';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import { thumbnailFor } from '~/api/thumbnail';
import type { Entry } from './entry';

const WAIT = 25;
const AT_ONCE = 60;

interface Asked {
  readonly fileId: string;
  readonly answer: (url: string | null) => void;
  readonly fail: (error: unknown) => void;
}

const asked = new Map<string, Asked[]>();

/** Signed addresses of thumbnails live an hour; ask again a little earlier. */
const FRESH = 50 * 60_000;

/** The fields that the picture of a file depends on. */
type Pictured = Pick<Entry, 'id' | 'versionId' | 'hasThumbnail' | 'type'>;

/**
 * The address of a file's thumbnail, for so many CSS pixels of width. Those that come into sight together are asked
 * for together.
 */
export function useThumbnail(spaceId: string, entry: Pictured, width: number): string | null {
  const url = useAddress(spaceId, entry, entry.hasThumbnail);
  return url ? thumbnailFor(url, entry.type, width) : null;
}

/** What a card shows of a file: its thumbnail or its first lines, while they are here. */
export interface Tile {
  readonly url: string | null;
  readonly lines: string | null;
}

/** The picture of a file for a card of so many CSS pixels of width, or the lines that a text begins with. */
export function useTile(spaceId: string, entry: Pictured & Pick<Entry, 'hasLines'>, width: number): Tile {
  const { hasLines, hasThumbnail, type } = entry;
  const url = useAddress(spaceId, entry, hasThumbnail || hasLines);
  const lines = useFirstLines(hasLines ? url : null);
  return { url: url && !hasLines ? thumbnailFor(url, type, width) : null, lines };
}

function useAddress(spaceId: string, entry: Pictured, wanted: boolean): string | null {
  const calm = useShownForAMoment();
  const { data } = useQuery({ ...addressOf(spaceId, entry), enabled: wanted && calm, refetchOnWindowFocus: false });
  return calm && data ? data : null;
}

const addressOf = (spaceId: string, entry: Pictured) => ({
  queryKey: keyOf('thumbnail', spaceId, entry.id, entry.versionId),
  queryFn: () => requestThumbnail(spaceId, entry.id),
  // One that is not there yet may be there the next time.
  staleTime: ({ state }: { state: { data?: string | null | undefined } }) => (state.data ? FRESH : 0),
});

/** How many of a list may be in sight at first. */
const AHEAD = 40;

/** Asks for the thumbnails of a list before it is drawn, which takes a slow device as long as the answer. */
export function askAhead(spaceId: string, entries: readonly Entry[]): void {
  for (const entry of entries.slice(0, AHEAD)) {
    if (entry.hasThumbnail || entry.hasLines) void queryClient.prefetchQuery(addressOf(spaceId, entry));
  }
  send(spaceId);
}

const MOMENT = 100;

let scrolledAt = -Infinity;
addEventListener('scroll', () => (scrolledAt = performance.now()), { capture: true, passive: true });

/** False at first for what a scroll brings into sight: rows that are only scrolled past get no picture. */
function useShownForAMoment(): boolean {
  const [calm, setCalm] = useState(() => performance.now() - scrolledAt > MOMENT);
  useEffect(() => {
    if (calm) return undefined;
    const timer = setTimeout(() => setCalm(true), MOMENT);
    return () => clearTimeout(timer);
  }, [calm]);
  return calm;
}

function requestThumbnail(spaceId: string, fileId: string): Promise<string | null> {
  return new Promise((answer, fail) => {
    const waiting = asked.get(spaceId);
    if (waiting) {
      waiting.push({ fileId, answer, fail });
      return;
    }
    asked.set(spaceId, [{ fileId, answer, fail }]);
    setTimeout(send, WAIT, spaceId);
  });
}

function send(spaceId: string): void {
  const all = asked.get(spaceId) ?? [];
  asked.delete(spaceId);
  for (let from = 0; from < all.length; from += AT_ONCE) void fetchBatch(spaceId, all.slice(from, from + AT_ONCE));
}

async function fetchBatch(spaceId: string, some: readonly Asked[]): Promise<void> {
  try {
    const { thumbnails } = await api.get('download/thumbnails', {
      query: { space_id: spaceId, file_ids: some.map(({ fileId }) => fileId).join(',') },
    });
    const urls = new Map(thumbnails.map(({ file_id: id, url }) => [id, url]));
    for (const { fileId, answer } of some) answer(urls.get(fileId) ?? null);
  } catch (error) {
    for (const { fail } of some) fail(error);
  }
}
