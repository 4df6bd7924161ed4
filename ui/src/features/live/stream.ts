/** The events of the server's stream. */
export type LiveEvent =
  | { readonly type: 'hello'; readonly streamId: string; readonly epoch: string }
  | { readonly type: 'change'; readonly directoryId: string; readonly seq: number }
  | { readonly type: 'presence'; readonly directoryId: string; readonly people: readonly LivePerson[] }
  | { readonly type: 'permissions'; readonly spaceId: string; readonly gone: boolean }
  | { readonly type: 'import'; readonly importId: string };

export interface LivePerson {
  readonly _id: string;
  readonly name: string;
}

type Raw = Partial<
  Record<'stream_id' | 'epoch' | 'directory_id' | 'seq' | 'people' | 'space_id' | 'gone' | 'import_id', unknown>
>;

function eventOf(name: string, data: string): LiveEvent | null {
  let raw: Raw;
  try {
    raw = JSON.parse(data) as Raw;
  } catch {
    // Half an event says nothing; the next one will.
    return null;
  }
  const directoryId = String(raw.directory_id);
  if (name === 'hello') return { type: 'hello', streamId: String(raw.stream_id), epoch: String(raw.epoch) };
  if (name === 'change') return { type: 'change', directoryId, seq: Number(raw.seq) };
  if (name === 'presence') return { type: 'presence', directoryId, people: (raw.people ?? []) as LivePerson[] };
  if (name === 'permissions') return { type: 'permissions', spaceId: String(raw.space_id), gone: raw.gone === true };
  if (name === 'import') return { type: 'import', importId: String(raw.import_id) };
  return null;
}

/** Reads server-sent events out of pieces of text, wherever they were cut. */
export class EventReader {
  #rest = '';

  read(piece: string): LiveEvent[] {
    const blocks = (this.#rest + piece.replace(/\r\n?/g, '\n')).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      let name = 'message';
      const data: string[] = [];
      for (const line of block.split('\n')) {
        if (line.startsWith('event:')) name = line.slice(6).trim();
        else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      }
      const event = data.length > 0 ? eventOf(name, data.join('\n')) : null;
      return event ? [event] : [];
    });
  }
}

/** How long to wait before the n-th try to connect again; `luck` from 0 to 1 keeps browsers from coming all at once. */
export function backoff(tries: number, luck: number): number {
  return Math.min(30_000, 500 * 2 ** Math.min(tries, 10)) * (0.5 + luck / 2);
}
