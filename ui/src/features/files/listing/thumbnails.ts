import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
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

/**
 * The address of a file's thumbnail, for so many CSS pixels of width. Those that come into sight together are asked
 * for together.
 */
export function useThumbnail(spaceId: string, entry: Entry, width: number): string | null {
  const calm = useShownForAMoment();
  const { data } = useQuery({
    queryKey: keyOf('thumbnail', spaceId, entry.id, entry.versionId),
    queryFn: () => ask(spaceId, entry.id),
    enabled: entry.hasThumbnail && calm,
    staleTime: FRESH,
    refetchOnWindowFocus: false,
  });
  return calm && data ? thumbnailFor(data, entry.type, width) : null;
}

/** False for the first moment: rows that are only scrolled past get no picture. */
function useShownForAMoment(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), 100);
    return () => clearTimeout(timer);
  }, []);
  return calm;
}

function ask(spaceId: string, fileId: string): Promise<string | null> {
  return new Promise((answer, fail) => {
    const waiting = asked.get(spaceId);
    if (waiting) {
      waiting.push({ fileId, answer, fail });
      return;
    }
    asked.set(spaceId, [{ fileId, answer, fail }]);
    setTimeout(() => {
      const all = asked.get(spaceId) ?? [];
      asked.delete(spaceId);
      for (let from = 0; from < all.length; from += AT_ONCE) void fetchSome(spaceId, all.slice(from, from + AT_ONCE));
    }, WAIT);
  });
}

async function fetchSome(spaceId: string, some: readonly Asked[]): Promise<void> {
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
