import { useCallback, useEffect, useRef } from 'react';
import { fileQuery } from '~/api/content';
import { queryClient } from '~/api/query';
import { useChanges } from '~/features/live/use-changes';
import type { FilePlace } from '../port';

/** Changes are heard; this is for guests of a single file, whom nobody tells of its directory, and for a line that is dead. */
const EACH = 60_000;

/** Tells once when nobody edits the file any more. */
export function useWhenFree({ spaceId, directoryId, fileId }: FilePlace, isActive: boolean, onFree: () => void): void {
  const latest = useRef(onFree);
  latest.current = onFree;
  const checkLease = useCallback(async () => {
    const query = fileQuery(spaceId, directoryId, fileId);
    const file = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
    if (file && !file.editing) latest.current();
  }, [spaceId, directoryId, fileId]);
  useChanges({ spaceId, directoryId }, isActive, () => void checkLease());
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => void checkLease(), EACH);
    return () => clearInterval(timer);
  }, [isActive, checkLease]);
}
