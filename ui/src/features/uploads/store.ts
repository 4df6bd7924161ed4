import { createEmitter } from '~/kit/store';
import { Rate, secondsLeft } from './rate';
import { isUnderWay, transition, type StatusEvent } from './status';
import type { ClientUpload } from './client-upload';

export interface Totals {
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  /** Their names are taken and the user has not decided yet. */
  readonly asking: number;
  readonly paused: number;
  readonly underWay: number;
  /** All that are under way wait for the connection. */
  readonly waits: boolean;
  readonly bytes: number;
  readonly sent: number;
  /** Bytes per second. */
  readonly speed: number;
  readonly secondsLeft: number | null;
}

export interface Snapshot {
  readonly uploads: readonly ClientUpload[];
  readonly totals: Totals;
}

/** Runs `draw` before the next frame, once for all changes until then. */
type Schedule = (draw: () => void) => void;

/** All uploads, and a snapshot of them that changes at most once per frame. */
export class UploadStore {
  readonly #uploads = new Map<string, ClientUpload>();
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

  get(id: string): ClientUpload | undefined {
    return this.#uploads.get(id);
  }

  all(): ClientUpload[] {
    return [...this.#uploads.values()];
  }

  put(uploads: readonly ClientUpload[]): void {
    for (const upload of uploads) this.#uploads.set(upload.id, upload);
    this.#scheduleDraw();
  }

  remove(id: string): void {
    if (this.#uploads.delete(id)) this.#scheduleDraw();
  }

  patch(id: string, changes: Partial<ClientUpload>): void {
    const upload = this.#uploads.get(id);
    if (!upload) return;
    this.#uploads.set(id, { ...upload, ...changes });
    this.#scheduleDraw();
  }

  /** Moves an upload on by one event; false when the event means nothing in its state. */
  step(id: string, event: StatusEvent, changes: Partial<ClientUpload> = {}): boolean {
    const upload = this.#uploads.get(id);
    const status = upload ? transition(upload.status, event) : null;
    if (!status) return false;
    this.patch(id, { ...changes, status });
    return true;
  }

  /** Records the bytes sent; an increase counts for the speed. */
  progress(id: string, sent: number): void {
    const upload = this.#uploads.get(id);
    if (!upload || upload.sent === sent) return;
    this.#rate.add(sent - upload.sent, performance.now());
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
    const uploads = this.all();
    const speed = this.#rate.perSecond(performance.now());
    return { uploads, totals: sumUp(uploads, speed) };
  }
}

/** Adds up what the head of the tray shows. */
function sumUp(uploads: readonly ClientUpload[], speed: number): Totals {
  let done = 0;
  let failed = 0;
  let asking = 0;
  let paused = 0;
  let underWay = 0;
  let lost = 0;
  let bytes = 0;
  let sent = 0;
  let waiting = 0;
  for (const upload of uploads) {
    if (upload.status === 'UPLOAD_SUCCESS') done++;
    else if (upload.asks) asking++;
    else if (upload.status === 'ERROR') failed++;
    else if (upload.status === 'PAUSE') {
      paused++;
      waiting += upload.length - Math.min(upload.sent, upload.length);
    } else if (isUnderWay(upload.status)) {
      underWay++;
      if (upload.lost) lost++;
    }
    bytes += upload.length;
    sent += upload.status === 'UPLOAD_SUCCESS' ? upload.length : Math.min(upload.sent, upload.length);
  }
  const left = underWay > 0 ? secondsLeft(bytes - sent - waiting, speed) : null;
  const waits = underWay > 0 && lost === underWay;
  const counts = { files: uploads.length, done, failed, asking, paused, underWay };
  return { ...counts, waits, bytes, sent, speed, secondsLeft: left };
}
