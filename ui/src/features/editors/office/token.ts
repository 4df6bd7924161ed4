import type { WopiFrame } from '~/api/types.gen';

/** An office server warns of the end of a token a quarter of an hour before. */
const AHEAD = 30 * 60_000;
/** A machine that slept finds at its waking that it is time. */
const LOOK = 60_000;

interface Deps {
  /** A new token of the server; null when the user may not go on as before. */
  readonly ask: () => Promise<WopiFrame | null>;
  /** Gives it to the office server. */
  readonly give: (frame: WopiFrame) => void;
  readonly now: () => number;
}

/** Renews the token of an office server before it ends, as long as the document is open. */
export function newTokenRenewal(first: WopiFrame, { ask, give, now }: Deps) {
  let ends = first.access_token_ttl;
  let isAsking = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => clearInterval(timer);
  const renew = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const next = await ask();
      if (timer === undefined) return;
      if (next === null) return stop();
      ends = next.access_token_ttl;
      give(next);
    } catch {
      // No server now: the next look asks again.
    } finally {
      isAsking = false;
    }
  };
  const renewIfNeeded = () => {
    if (ends - now() < AHEAD) void renew();
  };
  return {
    renew,
    start: () => {
      stop();
      timer = setInterval(renewIfNeeded, LOOK);
      renewIfNeeded();
    },
    stop: () => {
      stop();
      timer = undefined;
    },
  };
}
