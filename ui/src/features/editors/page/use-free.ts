import { useEffect, useRef } from 'react';
import { fileQuery } from '~/api/content';
import { queryClient } from '~/api/query';
import type { FilePlace } from '../port';

const EACH = 15_000;

/** Tells once when nobody edits the file any more. */
export function useFree({ spaceId, directoryId, fileId }: FilePlace, isActive: boolean, tell: () => void): void {
  const latest = useRef(tell);
  latest.current = tell;
  useEffect(() => {
    if (!isActive) return undefined;
    const look = async () => {
      const query = fileQuery(spaceId, directoryId, fileId);
      const file = await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
      if (file && !file.editing) latest.current();
    };
    const timer = setInterval(() => void look(), EACH);
    return () => clearInterval(timer);
  }, [spaceId, directoryId, fileId, isActive]);
}
