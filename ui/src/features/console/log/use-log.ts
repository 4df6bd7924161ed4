import { useEffect, useState } from 'react';
import { api } from '~/api/client';
import type { LogLine } from '~/api/types.gen';

export type Line = LogLine;
export type Level = Line['level'];

/** The lines that the server keeps. */
export const MOST = 2_000;

/** Seconds that the server waits for a line before it answers that there is none. */
const WAIT = 20;

type Log = { of: string; lines: readonly Line[]; ready: boolean; error: unknown };

const nothing: readonly Line[] = [];

/** The lines of the log that match, as they come. */
export function useLog(level: Level, query: string, paused: boolean) {
  const [round, setRound] = useState(0);
  const [log, setLog] = useState<Log>({ of: '', lines: nothing, ready: false, error: null });
  const of = `${level} ${query} ${round}`;
  const known = log.of === of;
  useEffect(() => {
    if (paused) return undefined;
    const end = new AbortController();
    const read = async () => {
      let lines = nothing;
      let since = 0;
      for (let first = true; !end.signal.aborted; first = false) {
        const page = await api.get('admin/log', {
          query: { level, ...(query && { query }), since, limit: MOST, ...(!first && { wait: WAIT }) },
          signal: end.signal,
        });
        since = page.last;
        if (first || page.lines.length > 0) {
          lines = [...lines, ...page.lines].slice(-MOST);
          const now = lines;
          setLog({ of, lines: now, ready: true, error: null });
        }
      }
    };
    read().catch((error: unknown) => {
      if (!end.signal.aborted) setLog({ of, lines: nothing, ready: true, error });
    });
    return () => end.abort();
  }, [level, query, paused, of]);
  return {
    lines: known ? log.lines : nothing,
    ready: known && log.ready,
    error: known ? log.error : null,
    retry: () => setRound(round + 1),
  };
}
