import { createEmitter } from '~/kit/store';
import { Rate, secondsLeft } from './rate';
import { isUnderWay, transition, type StatusEvent } from './status';
import type { Thread } from './thread';

export interface Totals {
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  /** Their names are taken and the user has not decided yet. */
  readonly asking: number;
  readonly paused: number;
  readonly underWay: number;
  readonly bytes: number;
  readonly sent: number;
  /** Bytes per second. */
  readonly speed: number;
  readonly secondsLeft: number | null;
}

export interface Snapshot {
  readonly threads: readonly Thread[];
  readonly totals: Totals;
}

/** Runs `draw` before the next frame, once for all changes until then. */
type Schedule = (draw: () => void) => void;

/** All uploads, and a snapshot of them that changes at most once per frame. */
export class ThreadStore {
  readonly #threads = new Map<string, Thread>();
  readonly #drawn = createEmitter();
  readonly #rate = new Rate();
  readonly #schedule: Schedule;
  #scheduled = false;
  #snapshot: Snapshot;

  constructor(schedule: Schedule = (draw) => requestAnimationFrame(draw)) {
    this.#schedule = schedule;
    this.#snapshot = this.#draw();
  }

  readonly subscribe = this.#drawn.subscribe;

  readonly snapshot = (): Snapshot => this.#snapshot;

  get(id: string): Thread | undefined {
    return this.#threads.get(id);
  }

  all(): Thread[] {
    return [...this.#threads.values()];
  }

  put(threads: readonly Thread[]): void {
    for (const thread of threads) this.#threads.set(thread.id, thread);
    this.#scheduleDraw();
  }

  remove(id: string): void {
    if (this.#threads.delete(id)) this.#scheduleDraw();
  }

  patch(id: string, changes: Partial<Thread>): void {
    const thread = this.#threads.get(id);
    if (!thread) return;
    this.#threads.set(id, { ...thread, ...changes });
    this.#scheduleDraw();
  }

  /** Moves a thread on by one event; false when the event means nothing in its state. */
  step(id: string, event: StatusEvent, changes: Partial<Thread> = {}): boolean {
    const thread = this.#threads.get(id);
    const status = thread ? transition(thread.status, event) : null;
    if (!status) return false;
    this.patch(id, { ...changes, status });
    return true;
  }

  /** Records the bytes sent; an increase counts for the speed. */
  progress(id: string, sent: number): void {
    const thread = this.#threads.get(id);
    if (!thread || thread.sent === sent) return;
    this.#rate.add(sent - thread.sent, performance.now());
    this.patch(id, { sent });
  }

  #scheduleDraw(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.#snapshot = this.#draw();
      this.#drawn.emit();
    });
  }

  #draw(): Snapshot {
    const threads = this.all();
    const speed = this.#rate.perSecond(performance.now());
    return { threads, totals: sumUp(threads, speed) };
  }
}

/** Adds up what the head of the tray shows. */
function sumUp(threads: readonly Thread[], speed: number): Totals {
  let done = 0;
  let failed = 0;
  let asking = 0;
  let paused = 0;
  let underWay = 0;
  let bytes = 0;
  let sent = 0;
  let waiting = 0;
  for (const thread of threads) {
    if (thread.status === 'UPLOAD_SUCCESS') done++;
    else if (thread.asks) asking++;
    else if (thread.status === 'ERROR') failed++;
    else if (thread.status === 'PAUSE') {
      paused++;
      waiting += thread.length - Math.min(thread.sent, thread.length);
    } else if (isUnderWay(thread.status)) underWay++;
    bytes += thread.length;
    sent += thread.status === 'UPLOAD_SUCCESS' ? thread.length : Math.min(thread.sent, thread.length);
  }
  const left = underWay > 0 ? secondsLeft(bytes - sent - waiting, speed) : null;
  return { files: threads.length, done, failed, asking, paused, underWay, bytes, sent, speed, secondsLeft: left };
}
