import { urlOf } from '~/api/calls';
import { api, authHeaders } from '~/api/client';
import { renew } from '~/api/refresh';
import { tokens } from '~/api/session';
import { backoff, EventReader, type LiveEvent } from './stream';
import type { Subscriptions } from './subscriptions';

/** Nothing for so long means that the line is dead: the server says something every 20 seconds. */
const SILENCE = 45_000;

interface Listener {
  /** Every new change, and the people who look at a directory. */
  readonly onEvent: (event: Exclude<LiveEvent, { type: 'hello' }>) => void;
  /** From now on nothing of the directory is missed; before, something may have been. */
  readonly onJoined: (directoryId: string) => void;
  /** The stream was interrupted: events of that time were missed. */
  readonly onAgain: () => void;
}

/** The one stream of a browser: connects, sends the subscriptions, reconnects after an interruption. */
export class Connection {
  readonly #subscriptions: Subscriptions;
  readonly #listener: Listener;
  #abort: AbortController | null = null;
  #streamId = '';
  #tries = 0;
  #greeted = false;
  #telling: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(subscriptions: Subscriptions, listener: Listener) {
    this.#subscriptions = subscriptions;
    this.#listener = listener;
  }

  /** The subscriptions have changed. */
  update(): void {
    if (this.#subscriptions.isIdle) return this.stop();
    if (!this.#abort) return void this.#run();
    if (this.#streamId) this.#sendWish();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
    this.#streamId = '';
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await this.#listen(abort);
    } catch {
      // The line broke, or there was none: it is tried again below.
    }
    if (this.#abort !== abort) return;
    abort.abort();
    this.#streamId = '';
    this.#timer = setTimeout(
      () => {
        if (this.#abort === abort) void this.#run();
      },
      backoff(this.#tries++, Math.random()),
    );
  }

  async #listen(abort: AbortController): Promise<void> {
    const used = tokens()?.access;
    if (!used) return;
    const response = await fetch(urlOf('GET live', {}), {
      headers: authHeaders(),
      signal: abort.signal,
      cache: 'no-store',
    });
    if (response.status === 401) await renew(used);
    if (!response.ok || !response.body) throw new Error(`live: ${response.status}`);
    const events = new EventReader();
    const text = new TextDecoder();
    const reader = response.body.getReader();
    let watch: ReturnType<typeof setTimeout> | undefined;
    try {
      for (;;) {
        clearTimeout(watch);
        watch = setTimeout(() => abort.abort(), SILENCE);
        const { done, value } = await reader.read();
        if (done) return;
        for (const event of events.read(text.decode(value, { stream: true }))) this.#handleEvent(event);
      }
    } finally {
      clearTimeout(watch);
    }
  }

  #handleEvent(event: LiveEvent): void {
    if (event.type === 'hello') {
      this.#tries = 0;
      // With the numbers of another run the server says at once what to read again.
      const other = this.#subscriptions.updateEpoch(event.epoch);
      if (this.#greeted || other) this.#listener.onAgain();
      this.#greeted = true;
      this.#streamId = event.streamId;
      this.#sendWish();
      if (other) this.#subscriptions.renew(event.epoch);
    } else if (event.type !== 'change' || this.#subscriptions.isNews(event.directoryId, event.seq)) {
      this.#listener.onEvent(event);
    }
  }

  /** One after the other, so that the last word stays. */
  #sendWish(): void {
    const streamId = this.#streamId;
    const wish = this.#subscriptions.wish();
    this.#telling = this.#telling
      .then(() => api.put('live/{stream_id}', { path: { stream_id: streamId }, body: wish }))
      .then(({ directories }) => {
        for (const { directory_id: id, seq } of directories) {
          const known = wish.directories.find(({ directory_id }) => directory_id === id)?.seq;
          if (known === undefined && this.#subscriptions.isNews(id, seq)) this.#listener.onJoined(id);
        }
      })
      .catch(() => {
        // A stream that the server forgot is opened anew.
        if (this.#streamId === streamId) this.#abort?.abort();
      });
  }
}
