import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { getIncoming, keepIncoming, type Incoming } from './kept';
import { takeLaunched } from './launch';

const path = '/share-target';

/** The share that the address names: undefined while it is read, null when there is none. */
export function useIncoming() {
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const id = query.get('share');
  const [read, setRead] = useState<{ id: string; incoming: Incoming | null } | null>(null);
  const show = useCallback((share: string) => navigate(`${path}?share=${share}`, { replace: true }), [navigate]);
  useEffect(() => takeLaunched(show), [show]);
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
    add: async (files: readonly File[]) => show(await keepIncoming({ files, title: '', text: '', url: '' })),
  };
}
