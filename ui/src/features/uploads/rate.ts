interface Sample {
  readonly at: number;
  readonly bytes: number;
}

const WINDOW = 6_000;

/** Bytes per second over the last six seconds; a pause does not drag old speed along. */
export class Rate {
  readonly #samples: Sample[] = [];

  add(bytes: number, at: number): void {
    if (bytes <= 0) return;
    this.#samples.push({ at, bytes });
    this.#forget(at);
  }

  perSecond(now: number): number {
    this.#forget(now);
    const first = this.#samples[0];
    if (!first) return 0;
    const seconds = Math.max(0.5, (now - first.at) / 1000);
    return this.#samples.reduce((sum, sample) => sum + sample.bytes, 0) / seconds;
  }

  #forget(now: number): void {
    let old = 0;
    while (old < this.#samples.length && (this.#samples[old]?.at ?? now) < now - WINDOW) old++;
    if (old > 0) this.#samples.splice(0, old);
  }
}

/** Seconds left, or null while nothing moves. */
export function secondsLeft(remaining: number, perSecond: number): number | null {
  return perSecond > 0 ? Math.ceil(remaining / perSecond) : null;
}
