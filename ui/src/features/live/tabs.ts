import { newId } from '~/kit/new-id';
import { Connection } from './connection';
import type { LiveEvent } from './stream';
import { Subscriptions, type Place, type Seen } from './subscriptions';

type TabEvent = Exclude<LiveEvent, { type: 'hello' }>;
type Message =
  | { readonly kind: 'wants'; readonly tab: string; readonly places: readonly Place[] | null; readonly seen: Seen }
  | { readonly kind: 'who' }
  | { readonly kind: 'told'; readonly event: TabEvent; readonly seen: Seen }
  | { readonly kind: 'again' }
  | { readonly kind: 'joined'; readonly directoryId: string; readonly seen: Seen };

/** The handlers of a tab; events may come from the stream or from the tab that holds it. */
interface TabHandlers {
  readonly onEvent: (event: TabEvent) => void;
  readonly onJoined: (directoryId: string) => void;
  readonly onAgain: () => void;
}

/** Tabs that have not said anything for so long are gone. */
const PATIENCE = 90_000;
const BEAT = 30_000;

/**
 * All tabs of a browser share one stream: the tab that holds the lock listens and passes on the events. Where locks or
 * channels are missing each tab listens for itself.
 */
export class LiveTabs {
  readonly #tab = newId();
  readonly #subscriptions = new Subscriptions();
  readonly #connection: Connection;
  readonly #onEvent: (event: TabEvent) => void;
  readonly #onJoined: (directoryId: string) => void;
  readonly #onAgain: () => void;
  readonly #channel: BroadcastChannel | null;
  readonly #stop = new AbortController();
  readonly #alive = new Map<string, number>();
  readonly #beat: ReturnType<typeof setInterval>;
  #mine: readonly Place[] | null = null;
  #leads = false;

  constructor(user: string, { onEvent, onJoined, onAgain }: TabHandlers) {
    this.#onEvent = onEvent;
    this.#onJoined = onJoined;
    this.#onAgain = onAgain;
    this.#connection = new Connection(this.#subscriptions, {
      onEvent: (event) => this.#handleEvent(event),
      onAgain: () => {
        this.#post({ kind: 'again' });
        onAgain();
      },
      onJoined: (directoryId) => {
        this.#post({ kind: 'joined', directoryId, seen: this.#subscriptions.seen });
        onJoined(directoryId);
      },
    });
    const locks = 'locks' in navigator ? navigator.locks : undefined;
    this.#channel = locks && 'BroadcastChannel' in globalThis ? new BroadcastChannel(`anbar-live-${user}`) : null;
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data));
    this.#beat = setInterval(() => this.#sayMine(), BEAT);
    if (locks && this.#channel) this.#awaitLead(locks, user);
    else this.#lead();
  }

  /** The places that this tab shows; null while it is hidden. */
  show(places: readonly Place[] | null): void {
    this.#mine = places;
    const changed = this.#subscriptions.set(this.#tab, places);
    if (this.#leads && changed) this.#connection.update();
    if (changed) this.#sayMine();
  }

  close(): void {
    this.show(null);
    clearInterval(this.#beat);
    this.#stop.abort();
    this.#connection.stop();
    this.#channel?.close();
  }

  #awaitLead(locks: LockManager, user: string): void {
    const { signal } = this.#stop;
    const lead = () =>
      new Promise<void>((resolve) => {
        this.#lead();
        signal.addEventListener('abort', () => resolve());
      });
    locks.request(`anbar-live-${user}`, { signal }, lead).catch(() => undefined);
  }

  #lead(): void {
    this.#leads = true;
    this.#post({ kind: 'who' });
    this.#connection.update();
  }

  #handleEvent(event: TabEvent): void {
    this.#post({ kind: 'told', event, seen: this.#subscriptions.seen });
    this.#onEvent(event);
  }

  #post(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    this.#channel?.postMessage(message);
  }

  #sayMine(): void {
    this.#post({ kind: 'wants', tab: this.#tab, places: this.#mine, seen: this.#subscriptions.seen });
  }

  #receive(message: Message): void {
    if (message.kind === 'who') return this.#sayMine();
    if (message.kind === 'again') return this.#onAgain();
    this.#subscriptions.adopt(message.seen);
    if (message.kind === 'told') return this.#onEvent(message.event);
    if (message.kind === 'joined') return this.#onJoined(message.directoryId);
    const now = Date.now();
    this.#alive.set(message.tab, now);
    const changed = this.#subscriptions.set(message.tab, message.places);
    for (const [tab, at] of this.#alive) if (now - at > PATIENCE) this.#alive.delete(tab);
    this.#subscriptions.keepOnly(new Set([this.#tab, ...this.#alive.keys()]));
    if (this.#leads && changed) this.#connection.update();
  }
}
