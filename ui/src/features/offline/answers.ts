import { onlineManager, type Query, type QueryCacheNotifyEvent } from '@tanstack/react-query';
import { Fault } from '~/api/fault';
import { isOf, partsOfKey } from '~/api/key-parts';
import type { Kind } from '~/api/keys';
import { queryClient } from '~/api/query';
import { tooMuch } from './budget';
import { urlOfKept } from './contents';
import { all, change, get, type KeptQuery } from './database';

/** All answers together take no more than this, in bytes. */
const LIMIT = 10_485_760;
const WAIT = 250;

const kept: readonly Kind[] = [
  'me',
  'workspaces',
  'permissions',
  'listing',
  'properties',
  'file',
  'preview',
  'siblings',
  'customfields',
  'values',
];

const isKept = ({ queryKey }: Query) => isOf(queryKey, ...kept);

let writing: Promise<void> = Promise.resolve();
/** Resolves when the latest answers are written to the device. */
export const whenWritten = () => writing;

/** Keeps the server's answers, and restores them when the server cannot be reached. */
export class Answers {
  readonly #user: string;
  readonly #waiting = new Map<string, KeptQuery>();
  #weights: Promise<Map<string, { id: string; size: number; at: number }>> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(user: string) {
    this.#user = user;
  }

  start(): () => void {
    const cache = queryClient.getQueryCache();
    const stop = cache.subscribe((event) => this.#handleCacheEvent(event));
    const flush = () => void this.#write().catch(() => undefined);
    addEventListener('pagehide', flush);
    // A page that was opened without a connection believes in one until the next event.
    onlineManager.setOnline(navigator.onLine);
    // Pages may have asked before the listener was added.
    for (const query of cache.getAll()) {
      if (query.state.data !== undefined) this.#keep(query);
      else if (!navigator.onLine || isUnreachable(query.state.error)) void this.#giveBack(query);
    }
    return () => {
      stop();
      removeEventListener('pagehide', flush);
      clearTimeout(this.#timer);
    };
  }

  #handleCacheEvent(event: QueryCacheNotifyEvent): void {
    const { query } = event;
    const paused = event.type === 'updated' && event.action.type === 'fetch' && query.state.fetchStatus === 'paused';
    if (!isKept(query)) {
      if (paused) failOffline(query);
      return;
    }
    if (event.type === 'added' && !navigator.onLine) void this.#giveBack(query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' && !event.action.manual) this.#keep(query);
    if (paused) void this.#giveBack(query);
    if (event.action.type !== 'error' || !isUnreachable(event.action.error)) return;
    // Data that was read before is shown in place of the connection error.
    if (query.state.data !== undefined) query.setState({ status: 'success', error: null });
    else void this.#giveBack(query);
  }

  #keep(query: Query): void {
    const { data, dataUpdatedAt: at } = query.state;
    if (data === undefined || !isKept(query)) return;
    const hash = this.#hashOf(query);
    this.#waiting.set(hash, { hash, user: this.#user, text: JSON.stringify(data), at });
    // A file that is opened or kept must be there at once; lists come in crowds.
    if (isOf(query.queryKey, 'file', 'preview')) {
      writing = this.#write().catch(() => undefined);
      return;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      writing = this.#write().catch(() => undefined);
    }, WAIT);
  }

  async #write(): Promise<void> {
    const put = [...this.#waiting.values()];
    if (put.length === 0) return;
    this.#waiting.clear();
    this.#weights ??= all('queries').then((old) => new Map(old.map((query) => [query.hash, weigh(query)])));
    const weights = await this.#weights;
    for (const query of put) weights.set(query.hash, weigh(query));
    const gone = tooMuch([...weights.values()], LIMIT);
    for (const hash of gone) weights.delete(hash);
    await change('queries', put, gone);
  }

  async #giveBack(query: Query): Promise<void> {
    if (query.state.data !== undefined || !isKept(query)) return;
    const kept = await get('queries', this.#hashOf(query)).catch(() => undefined);
    if (query.state.data !== undefined) return;
    if (kept?.user !== this.#user) {
      failOffline(query);
      return;
    }
    let data: unknown = JSON.parse(kept.text);
    if (isOf(query.queryKey, 'preview')) data = await this.withBytes(query, data);
    queryClient.setQueryData(query.queryKey, data, { updatedAt: kept.at });
  }

  /** The signed address in a preview expires; the kept bytes have an address of their own. */
  async withBytes(query: Query, data: unknown): Promise<unknown> {
    const url = await urlOfKept(partsOfKey(query.queryKey).id);
    return url ? { ...(data as object), url } : data;
  }

  #hashOf(query: Query): string {
    return `${this.#user} ${query.queryHash}`;
  }
}

const weigh = ({ hash, text, at }: KeptQuery) => ({ id: hash, size: text.length * 2, at });

/** Data that is not on this device does not come while there is no connection: the page says so instead of waiting. */
function failOffline(query: Query): void {
  if (query.state.data !== undefined || query.state.fetchStatus === 'fetching' || navigator.onLine) return;
  query.setState({ status: 'error', error: new Fault({ kind: 'noInternet' }), fetchStatus: 'idle' });
}

const isUnreachable = (error: unknown) =>
  error instanceof Fault && (error.kind === 'noInternet' || error.kind === 'noResponse');
