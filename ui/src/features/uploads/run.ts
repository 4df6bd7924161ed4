import type { Hasher } from './hasher';
import { isPassing, UploadFailure, withRetries, type RetryOptions } from './retry';
import type { ThreadStore } from './store';
import type { OnDuplicate, Thread } from './thread';
import type { Landed, Transport } from './transport';

/** The parts that a run works with. */
export interface EngineDeps {
  readonly store: ThreadStore;
  readonly transport: Transport;
  readonly hasher: Hasher;
  /** Milliseconds of the first wait before a retry. */
  readonly retryBase?: number;
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
  /** The server has a session for the thread. */
  readonly onSession: (id: string) => void;
}

/** The error for a taken name that the user has not decided about. */
function clash(): UploadFailure {
  return new UploadFailure(409, 'duplicate_field');
}

export function isClash(error: unknown): boolean {
  return error instanceof UploadFailure && error.code === 'duplicate_field';
}

/** The thread as it is now; a run whose thread is gone has been cancelled. */
export function current(run: Run, id: string): Thread {
  const thread = run.deps.store.get(id);
  if (!thread || run.signal.aborted) throw new DOMException('aborted', 'AbortError');
  return thread;
}

/** Repeats a call as the specification says and shows a lost connection meanwhile. */
export function repeatCall<T>(
  run: Run,
  attempt: () => Promise<T>,
  mayRetry: RetryOptions['mayRetry'] = isPassing,
): Promise<T> {
  const mark = (lost: boolean) => run.ids.forEach((id) => run.deps.store.patch(id, { lost }));
  return withRetries(attempt, {
    signal: run.signal,
    base: run.deps.retryBase,
    mayRetry,
    onWait: (failure, goOn) => {
      run.onWait(goOn);
      if (failure.isOffline) mark(true);
    },
    onTry: () => {
      run.onWait(null);
      mark(false);
    },
  });
}

/**
 * The answer to a taken name. After a lost response the file may be the one uploaded here: with "skip" the server
 * then answers with the existing file, and `settle` compares them.
 */
export function choiceOf(run: Run, thread: Thread): OnDuplicate | null {
  return run.onDuplicate ?? (thread.unsure ? 'skip' : null);
}

/** Ends a thread with the server's answer. */
export function settle(run: Run, thread: Thread, landed: Landed): void {
  const ours = thread.checksum.startsWith('fp:') ? landed.size === thread.length : landed.hash === thread.checksum;
  if (landed.outcome === 'skipped' && run.onDuplicate !== 'skip' && !ours) throw clash();
  run.deps.store.step(thread.id, 'completed', {
    outcome: landed.outcome === 'skipped' && ours ? 'created' : landed.outcome,
    fileId: landed.fileId,
    landedIn: landed.directoryId,
    sent: thread.length,
    problem: null,
    lost: false,
    asks: false,
  });
}

/** A changed or removed file makes a request fail like a lost connection; look before blaming the network. */
export async function blameFile(file: Blob, error: unknown): Promise<unknown> {
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
