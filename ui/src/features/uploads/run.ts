import type { Hasher } from './hasher';
import { withIdleTimeout, type ActivityHandler } from './idle-timeout';
import { isTransient, UploadFailure, withRetries, type RetryOptions } from './retry';
import type { UploadStore } from './store';
import type { OnDuplicate, ClientUpload } from './client-upload';
import type { LandedFile, Transport } from './transport';

/** The parts that a run works with. */
export interface EngineDeps {
  readonly store: UploadStore;
  readonly transport: Transport;
  readonly hasher: Hasher;
  /** Milliseconds of the first wait before a retry. */
  readonly retryBase?: number;
  /** Milliseconds without movement after which the connection of a call is given up. */
  readonly idleTimeout?: number;
}

/** One run: a file, or a bundle of small ones, from its place in the queue to its end. */
export interface Run {
  readonly deps: EngineDeps;
  readonly signal: AbortSignal;
  readonly ids: readonly string[];
  readonly fileOf: (id: string) => File;
  readonly onDuplicate: OnDuplicate | null;
  /** Where the run leaves the way to end its wait before the next retry. */
  readonly onWait: (goOn: (() => void) | null) => void;
  /** The server has a session for the upload. */
  readonly onSession: (id: string) => void;
}

/** The error for a taken name that the user has not decided about. */
function newClash(): UploadFailure {
  return new UploadFailure(409, 'duplicate_field');
}

export function isClash(error: unknown): boolean {
  return error instanceof UploadFailure && error.code === 'duplicate_field';
}

/** The upload as it is now; a run whose upload is gone has been cancelled. */
export function requireUpload(run: Run, id: string): ClientUpload {
  const upload = run.deps.store.get(id);
  if (!upload || run.signal.aborted) throw new DOMException('aborted', 'AbortError');
  return upload;
}

/** One try of a call, with the signal that ends it. A call with a body tells how it is sent. */
type Attempt<T> = (signal: AbortSignal, onActivity: ActivityHandler) => Promise<T>;

type RepeatOptions = Pick<RetryOptions, 'mayRetry' | 'soon' | 'movedOn'> & {
  readonly hasBody?: boolean;
  readonly answerTimes?: number;
  /** Called when a try has failed; what it returns is thrown instead. */
  readonly onFailure?: (error: unknown) => unknown;
};

/** Repeats a call as the specification says, gives up connections on which nothing moves, and shows meanwhile that one is lost. */
export function repeatCall<T>(run: Run, attempt: Attempt<T>, options: RepeatOptions = {}): Promise<T> {
  const { store, retryBase, idleTimeout } = run.deps;
  const { hasBody, answerTimes, onFailure, mayRetry = isTransient, ...more } = options;
  const mark = (lost: boolean) =>
    run.ids.forEach((id) => {
      if (store.get(id)?.lost === !lost) store.patch(id, { lost });
    });
  const call = async () => {
    try {
      const { signal } = run;
      const idle = { signal, timeout: idleTimeout, answerTimes, hasBody, onActivity: () => mark(false) };
      const result = await withIdleTimeout(attempt, idle);
      mark(false);
      return result;
    } catch (error) {
      if (error instanceof UploadFailure && !error.isOffline) mark(false);
      throw onFailure ? await onFailure(error) : error;
    }
  };
  return withRetries(call, {
    signal: run.signal,
    base: retryBase,
    mayRetry,
    ...more,
    onWait: (failure, goOn) => {
      run.onWait(goOn);
      if (failure.isOffline) mark(true);
    },
    onTry: () => run.onWait(null),
  });
}

/**
 * The answer to a taken name. After a lost response the file may be the one uploaded here: with "skip" the server
 * then answers with the existing file, and `finishUpload` compares them.
 */
export function choiceOf(run: Run, upload: ClientUpload): OnDuplicate | null {
  return run.onDuplicate ?? (upload.unsure ? 'skip' : null);
}

/** Ends an upload with the server's answer. */
export function finishUpload(run: Run, upload: ClientUpload, landed: LandedFile): void {
  const ours = upload.checksum.startsWith('fp:') ? landed.size === upload.length : landed.hash === upload.checksum;
  if (landed.outcome === 'skipped' && run.onDuplicate !== 'skip' && !ours) throw newClash();
  run.deps.store.step(upload.id, 'completed', {
    outcome: landed.outcome === 'skipped' && ours ? 'created' : landed.outcome,
    fileId: landed.fileId,
    landedIn: landed.directoryId,
    sent: upload.length,
    problem: null,
    lost: false,
    asks: false,
  });
}

/** A changed or removed file makes a request fail like a lost connection; look before blaming the network. */
export async function toFileFailure(file: Blob, error: unknown): Promise<unknown> {
  if (!(error instanceof UploadFailure) || !error.isOffline) return error;
  return (await isReadable(file)) ? error : new UploadFailure(-1, 'file_unreadable');
}

async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
