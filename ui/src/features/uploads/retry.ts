const RETRIES = 5;
const BASE_DELAY = 15_000;
const JITTER = 0.2;

/** Begins the problem of a file for which one's own unfinished uploads leave no room; their bytes follow. */
export const HELD = 'held:';

/** Why a call failed, in the few words the engine needs to decide what comes next. */
export class UploadFailure extends Error {
  constructor(
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    /** The catalogue's key, when the server sent one. */
    readonly code: string,
    /** Milliseconds that the server asks to wait, when it says so. */
    readonly retryAfter: number | null = null,
    /** Bytes that unfinished uploads of the same person hold, where the file would fit without them. */
    readonly held = 0,
  ) {
    super(`${status} ${code}`);
    this.name = 'UploadFailure';
  }

  get isOffline(): boolean {
    return this.status === 0;
  }
}

/** No answer, and answers that leave a repeatable request undecided, are worth another try. */
export function isTransient(error: unknown): error is UploadFailure {
  if (!(error instanceof UploadFailure)) return false;
  const { status } = error;
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** For parts a 404 is worth another try too, and a part of which the server knows more or less than was thought. */
export function isTransientForPart(error: unknown): error is UploadFailure {
  return isTransient(error) || (error instanceof UploadFailure && error.status === 404) || isOutOfStep(error);
}

/** The server has another part of the bytes than this page believes, or still waits for a call that was given up. */
function isOutOfStep(error: unknown): boolean {
  return error instanceof UploadFailure && (error.code === 'part_offset' || error.code === 'upload_busy');
}

/** While an earlier try, whose answer got lost, still makes the file, the next one has to wait. */
export function isTransientForComplete(error: unknown): error is UploadFailure {
  return isTransient(error) || (error instanceof UploadFailure && error.code === 'upload_busy');
}

/** How often a lost connection is tried again at once, after 1 s, 2 s, 4 s and 8 s: most lines come back soon. */
const SOON_RETRIES = 4;
const SOON_SHARE = 1 / 15;

/** 15 s, 30 s, 60 s, … with up to 20 % on top so that many clients do not come back together. */
export function retryDelay(attempt: number, random: number = Math.random(), base: number = BASE_DELAY): number {
  return base * 2 ** attempt * (1 + JITTER * random);
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  readonly retries?: number;
  readonly base?: number;
  readonly mayRetry?: (error: unknown) => error is UploadFailure;
  /** Called before each wait with the failure and a way to end the wait now. */
  readonly onWait?: (failure: UploadFailure, goOn: () => void) => void;
  /** Called when a wait is over. */
  readonly onTry?: () => void;
  /** True where a lost connection is tried again at once before the long waits. */
  readonly soon?: boolean;
  /** Whether the last attempt brought the matter on: then all tries are there again. */
  readonly movedOn?: () => boolean;
}

/** Runs `attempt` until it succeeds, fails for good, or five waits are used up; with `soon` four short ones before them. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries = RETRIES, mayRetry = isTransient, soon = false, base = BASE_DELAY } = options;
  let short = 0;
  for (let tried = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (options.movedOn?.()) tried = short = 0;
      if (options.signal.aborted || tried >= retries || !mayRetry(error)) throw error;
      const isShort = soon && (error.isOffline || isOutOfStep(error)) && short < SOON_RETRIES;
      const next = isShort
        ? retryDelay(short++, Math.random(), base * SOON_SHARE)
        : retryDelay(tried++, Math.random(), base);
      await pause(error.retryAfter ?? next, options.signal, (goOn) => options.onWait?.(error, goOn));
      options.onTry?.();
    }
  }
}

/** Waits; ends early when the browser is online again or `goOn` is called, and throws when the signal aborts. */
function pause(delay: number, signal: AbortSignal, begin: (goOn: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', goOn);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const goOn = () => end(resolve);
    const stop = () => end(() => reject(new DOMException('aborted', 'AbortError')));
    const timer = setTimeout(goOn, delay);
    globalThis.addEventListener('online', goOn);
    signal.addEventListener('abort', stop);
    begin(goOn);
  });
}
