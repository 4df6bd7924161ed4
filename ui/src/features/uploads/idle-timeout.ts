import { UploadFailure } from './retry';

/** A line that is cut tells nobody: a call that sends a body is given up when nothing moves for so long, in milliseconds. */
export const IDLE_TIMEOUT = 12_000;
/** Times as long where nothing more is to be sent: the server works on the answer, or a proxy passes the body on. */
const ANSWER_TIMES = 4;
/** The same for a part, of which buffers on the way may have taken all. A try more sends nothing that has arrived. */
export const PART_ANSWER_TIMES = 2;

/** Tells that a call goes on. `isSent`: all of its body is on its way. */
export type ActivityHandler = (isSent: boolean) => void;

export interface IdleOptions {
  /** Ends the call as cancelled. */
  readonly signal: AbortSignal;
  readonly timeout?: number;
  readonly answerTimes?: number;
  /** The call has a body and tells how it is sent. */
  readonly hasBody?: boolean;
  readonly onActivity?: () => void;
}

/** Makes a call, and ends it as one whose connection is lost when nothing moves on it. */
export async function withIdleTimeout<T>(
  call: (signal: AbortSignal, onActivity: ActivityHandler) => Promise<T>,
  { signal, timeout = IDLE_TIMEOUT, answerTimes = ANSWER_TIMES, hasBody = false, onActivity }: IdleOptions,
): Promise<T> {
  const idle = new AbortController();
  const stop = () => idle.abort();
  let timer = setTimeout(stop, hasBody ? timeout : timeout * answerTimes);
  const handleActivity = (isSent: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(stop, isSent ? timeout * answerTimes : timeout);
    onActivity?.();
  };
  try {
    return await call(AbortSignal.any([signal, idle.signal]), handleActivity);
  } catch (error) {
    if (idle.signal.aborted && !signal.aborted) throw new UploadFailure(0, 'no_response');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds after which a call without an answer is made once more, and how often at most. */
const HEDGE_AFTER = 2000;
const HEDGES = 5;

/**
 * Makes a call that may be made several times, and again while no answer comes: the browser may have sent it over one of several
 * kept connections that are dead. The first answer counts.
 */
export async function hedgeCall<T>(
  call: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  after = HEDGE_AFTER,
): Promise<T> {
  const rest = new AbortController();
  let timer: ReturnType<typeof setInterval> | undefined;
  const first = new Promise<T>((resolve, reject) => {
    let left = HEDGES;
    const begin = () => {
      if (--left <= 0) clearInterval(timer);
      call(AbortSignal.any([signal, rest.signal])).then(resolve, reject);
    };
    timer = setInterval(begin, after);
    begin();
  });
  try {
    return await first;
  } finally {
    clearInterval(timer);
    rest.abort();
  }
}
