import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { dropOutdated, getIncoming, keepIncoming, problemOf, type Incoming } from './kept';
import { onLaunchFiles } from './launch';

const path = '/share-target';

/** The share that the address names: undefined while it is read, null when there is none. */
export function useIncoming() {
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const id = query.get('share');
  const [read, setRead] = useState<{ id: string; incoming: Incoming | null } | null>(null);
  const keep = useCallback(
    async (files: Promise<readonly File[]> | readonly File[]) => {
      const kept = await Promise.resolve(files)
        .then((all) => keepIncoming({ files: all, title: '', text: '', url: '' }))
        .then(
          (share) => `share=${share}`,
          (error: unknown) => `problem=${problemOf(error)}`,
        );
      navigate(`${path}?${kept}`, { replace: true });
    },
    [navigate],
  );
  useEffect(() => {
    // A failure is tried again by the next visit.
    void dropOutdated().catch(() => undefined);
    onLaunchFiles((files) => void keep(files));
  }, [keep]);
  useEffect(() => {
    if (!id) return undefined;
    let gone = false;
    void getIncoming(id)
      .catch(() => null)
      .then((incoming) => gone || setRead({ id, incoming }));
    return () => {
      gone = true;
    };
  }, [id]);
  return {
    incoming: id === null ? null : read?.id === id ? read.incoming : undefined,
    problem: query.get('problem') ?? (id && read?.id === id && !read.incoming ? 'gone' : null),
    add: keep,
  };
}
