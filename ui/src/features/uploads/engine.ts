import { fillBundle } from './bundle';
import { HELD, isAbort, UploadFailure } from './retry';
import { isClash, type Run, type EngineDeps } from './run';
import { runBundle } from './run-bundle';
import { runFile } from './run-file';
import { runSingle } from './run-single';
import { isOver, isQueued, isUnderWay } from './status';
import { newUpload, type OnDuplicate, type Source, type Target, type ClientUpload } from './client-upload';

const FILES_AT_ONCE = 3;
/** How far down the queue to look for small files that fit the next bundle. */
const BUNDLE_REACH = 2000;
/** Statuses by which a server or a proxy refuses bundles and whole files as such. */
const CALL_REFUSED = [404, 405, 413, 415];

/** Refusals of a file for its length, however it is sent. */
const SIZE_LIMITS = ['storage_size_limit', 'upload_size_not_allowed'];

export interface EngineOptions extends EngineDeps {
  readonly newId: () => string;
  readonly filesAtOnce?: number;
  /** False where the server takes files one by one. */
  readonly bundles?: boolean;
  /** Called when a file is in the drive. */
  readonly onLanded: (upload: ClientUpload, file: File | undefined) => void;
  /** Called with uploads to remember across reloads: when they begin, and when their server session is known. */
  readonly onRemember: (uploads: readonly ClientUpload[]) => void;
  readonly onForget: (ids: readonly string[]) => void;
}

/** Uploads files, a few at once, in the order in which they were added. Knows nothing of the page. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #files = new Map<string, File>();
  readonly #controllers = new Map<string, AbortController>();
  readonly #waits = new Map<string, () => void>();
  readonly #choices = new Map<string, OnDuplicate>();
  #queue: string[] = [];
  #running = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get #store() {
    return this.#options.store;
  }

  add(target: Target, sources: readonly Source[], onDuplicate: OnDuplicate | null = null): ClientUpload[] {
    const batch = this.#options.newId();
    const uploads = sources.map((source) => {
      const id = this.#options.newId();
      this.#files.set(id, source.file);
      const upload = newUpload(id, batch, target, source);
      return this.#options.bundles === false ? { ...upload, bundles: false } : upload;
    });
    if (onDuplicate) this.#choices.set(batch, onDuplicate);
    this.#store.put(uploads);
    this.#options.onRemember(uploads);
    this.#enqueue(uploads.map(({ id }) => id));
    return uploads;
  }

  /** Shows uploads of an earlier visit or another machine; they wait until `resume` brings their file. */
  recall(uploads: readonly ClientUpload[]): void {
    this.#store.put(uploads);
  }

  pause(id: string): void {
    if (!this.#store.step(id, 'pause', { lost: false, hashing: null })) return;
    this.#abortRun(id);
  }

  /** Goes on from CREATED; `file` is needed when the upload comes from an earlier visit. */
  resume(id: string, file?: File): void {
    const upload = this.#store.get(id);
    if (!upload) return;
    const endWait = this.#waits.get(id);
    if (endWait) return endWait();
    if (file) this.#files.set(id, file);
    if (!this.#files.has(id)) return;
    const stale = upload.problem === 'checksum_mismatch' || upload.problem === 'file_unreadable';
    const changes = {
      problem: null,
      asks: false,
      lost: false,
      needsFile: false,
      ...(file && { lastModified: file.lastModified }),
      ...(stale && { checksum: '' }),
    };
    if (this.#store.step(id, 'resume', changes)) this.#enqueue([id]);
  }

  cancel(id: string): void {
    const upload = this.#store.get(id);
    if (!upload || !this.#store.step(id, 'cancel')) return;
    this.#abortRun(id);
    this.#forget(id);
    // The server forgets by itself what this call cannot tell it.
    if (upload.checksum) void this.#options.transport.abort(upload).catch(() => undefined);
  }

  pauseAll(): void {
    for (const { id } of this.#store.all()) this.pause(id);
  }

  resumeAll(): void {
    for (const { id, asks } of this.#store.all()) if (!asks) this.resume(id);
  }

  /** For when the connection is back. */
  resumeLost(): void {
    for (const { id, lost } of this.#store.all()) if (lost) this.resume(id);
  }

  cancelAll(): void {
    for (const { id } of this.#store.all()) this.cancel(id);
  }

  /** Takes finished uploads off the list. */
  hideFinished(): void {
    for (const { id, status } of this.#store.all()) if (isOver(status)) this.#forget(id);
  }

  /** Empties the list. Stopped uploads stay on the server and are offered again on the next visit. */
  hideAll(): void {
    for (const { id, status } of this.#store.all()) {
      if (isUnderWay(status)) continue;
      this.#files.delete(id);
      this.#store.remove(id);
      if (isOver(status)) this.#options.onForget([id]);
    }
  }

  /** The answer to a taken name, for one file or for all that were added with it. */
  resolveClash(id: string, choice: OnDuplicate, forAll: boolean): void {
    const upload = this.#store.get(id);
    if (!upload) return;
    if (forAll) this.#choices.set(upload.batch, choice);
    const asking = this.#store.all().filter((other) => other.asks && other.batch === upload.batch);
    for (const { id: each } of forAll ? asking : [upload]) this.#apply(each, choice);
  }

  get isBusy(): boolean {
    return this.#store.all().some(({ status }) => isUnderWay(status));
  }

  #apply(id: string, choice: OnDuplicate): void {
    if (choice === 'skip') return this.cancel(id);
    this.#store.patch(id, { onDuplicate: choice });
    this.resume(id);
  }

  #forget(id: string): void {
    this.#files.delete(id);
    this.#store.remove(id);
    this.#options.onForget([id]);
  }

  /** Stops the run that works on the upload, if any. */
  #abortRun(id: string): void {
    this.#controllers.get(id)?.abort();
  }

  #enqueue(ids: readonly string[]): void {
    this.#queue.push(...ids);
    while (this.#running < (this.#options.filesAtOnce ?? FILES_AT_ONCE)) {
      const next = this.#dequeue();
      if (next.length === 0) return;
      this.#running++;
      void this.#runUploads(next).finally(() => {
        this.#running--;
        this.#enqueue([]);
      });
    }
  }

  /** The next file, or the next small ones that may share a request with it. */
  #dequeue(): ClientUpload[] {
    this.#queue = this.#queue.filter((id) => isQueued(this.#store.get(id)?.status ?? 'CANCEL'));
    const first = this.#store.get(this.#queue[0] ?? '');
    if (!first) return [];
    const next = first.bundles ? fillBundle(this.#bundleCandidates(first)) : [first];
    const ids = new Set(next.map(({ id }) => id));
    this.#queue = this.#queue.filter((id) => !ids.has(id));
    return next;
  }

  *#bundleCandidates(first: ClientUpload): Generator<ClientUpload> {
    for (const id of this.#queue.slice(0, BUNDLE_REACH)) {
      const upload = this.#store.get(id);
      if (!upload?.bundles || upload.directoryId !== first.directoryId || upload.batch !== first.batch) continue;
      if (upload.onDuplicate === first.onDuplicate && upload.unsure === first.unsure) yield upload;
    }
  }

  async #runUploads(uploads: readonly ClientUpload[]): Promise<void> {
    const ids = uploads.map(({ id }) => id);
    const first = uploads[0] as ClientUpload;
    const controller = new AbortController();
    for (const id of ids) {
      this.#controllers.set(id, controller);
      this.#store.step(id, 'start');
    }
    const run = this.#newRun(first, ids, controller.signal);
    try {
      if (first.single && ids.length === 1) await runSingle(run, first.id);
      else if (first.bundles) await runBundle(run, (id, error) => this.#noteFailure(id, error));
      else await runFile(run, first.id);
    } catch (error) {
      this.#handleRunFailure(
        ids.filter((id) => this.#isOwner(controller, id)),
        error,
      );
    } finally {
      for (const id of ids) {
        if (this.#controllers.get(id) !== controller) continue;
        this.#controllers.delete(id);
        this.#waits.delete(id);
      }
      this.#noteLanded(ids);
    }
  }

  /** False for an upload that was paused and resumed meanwhile: it belongs to the queue or to a newer run. */
  #isOwner(controller: AbortController, id: string): boolean {
    return this.#controllers.get(id) === controller && !this.#queue.includes(id);
  }

  #newRun(first: ClientUpload, ids: readonly string[], signal: AbortSignal): Run {
    const choice = first.onDuplicate ?? this.#choices.get(first.batch) ?? null;
    return {
      deps: this.#options,
      signal,
      ids,
      fileOf: (id) => {
        const file = this.#files.get(id);
        if (!file) throw new UploadFailure(-1, 'file_unreadable');
        return file;
      },
      // Asking first spares the bytes of files that will be skipped.
      onDuplicate: choice === 'skip' ? null : choice,
      onWait: (goOn) => ids.forEach((id) => (goOn ? this.#waits.set(id, goOn) : this.#waits.delete(id))),
      onSession: (id) => this.#options.onRemember([this.#store.get(id)].filter((upload) => upload !== undefined)),
    };
  }

  /** A bundle or a whole file that was refused as such: its files go in parts. When one of a bundle was stopped, the others start over. */
  #handleRunFailure(ids: readonly string[], error: unknown): void {
    const alone =
      error instanceof UploadFailure && CALL_REFUSED.includes(error.status) && !SIZE_LIMITS.includes(error.code);
    const again: string[] = [];
    for (const id of ids) {
      const upload = this.#store.get(id);
      const isWhole = upload?.bundles || upload?.single;
      if (isAbort(error) || (alone && isWhole)) {
        const changes = { sent: 0, hashing: null, lost: false, ...(alone && { bundles: false, single: false }) };
        if (this.#store.step(id, 'restart', changes)) again.push(id);
      } else this.#noteFailure(id, error);
    }
    this.#queue.unshift(...again);
  }

  #noteFailure(id: string, error: unknown): void {
    const upload = this.#store.get(id);
    if (!upload || isAbort(error)) return;
    const failure = error instanceof UploadFailure ? error : new UploadFailure(-1, 'generic');
    const choice = upload.onDuplicate ? null : this.#choices.get(upload.batch);
    const asks = isClash(failure) && !choice;
    this.#store.step(id, 'fail', {
      problem: failure.held ? `${HELD}${failure.held}` : failure.code,
      asks,
      lost: failure.isOffline,
      hashing: null,
    });
    if (isClash(failure) && choice) this.#apply(id, choice);
  }

  #noteLanded(ids: readonly string[]): void {
    const done = ids.map((id) => this.#store.get(id)).filter((upload) => upload?.status === 'UPLOAD_SUCCESS');
    for (const upload of done) {
      if (!upload) continue;
      const file = this.#files.get(upload.id);
      this.#files.delete(upload.id);
      this.#options.onLanded(upload, file);
    }
    if (done.length > 0) this.#options.onForget(done.map((upload) => upload?.id ?? ''));
  }
}
