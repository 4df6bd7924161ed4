import type { Body } from '~/api/calls';

/** A directory that a tab shows. */
export interface Place {
  readonly spaceId: string;
  readonly directoryId: string;
  /** Others do not see that the user is there. */
  readonly isUnseen?: boolean;
}

/** The last known change of a directory, in the numbers of one run of the server. */
export interface Seen {
  readonly epoch: string;
  readonly seqs: Readonly<Record<string, number>>;
}

type Wish = Body<'PUT live/{stream_id}'>;

/** The places that all tabs of a browser show, and the changes they have seen. One tab subscribes for all. */
export class Subscriptions {
  readonly #tabs = new Map<string, readonly Place[]>();
  readonly #seqs = new Map<string, number>();
  #epoch = '';

  get seen(): Seen {
    return { epoch: this.#epoch, seqs: Object.fromEntries(this.#seqs) };
  }

  /** Answers whether anything is different now. A tab that is not looked at has null; one that shows no directory listens too. */
  set(tab: string, places: readonly Place[] | null): boolean {
    const before = JSON.stringify(this.#tabs.get(tab) ?? null);
    if (places) this.#tabs.set(tab, places);
    else this.#tabs.delete(tab);
    return before !== JSON.stringify(places);
  }

  keepOnly(tabs: ReadonlySet<string>): void {
    for (const tab of this.#tabs.keys()) if (!tabs.has(tab)) this.#tabs.delete(tab);
  }

  get isIdle(): boolean {
    return this.#tabs.size === 0;
  }

  /** A restarted server counts from the beginning: true when it did, because changes may have been missed. */
  updateEpoch(epoch: string): boolean {
    const other = this.#epoch !== '' && this.#epoch !== epoch;
    if (!other) this.#epoch = epoch;
    return other;
  }

  /** Whether the change is news: its number differs from the last one known. */
  isNews(directoryId: string, seq: number): boolean {
    const known = this.#seqs.get(directoryId);
    this.#seqs.set(directoryId, seq);
    return known === undefined || known !== seq;
  }

  adopt(seen: Seen): void {
    this.#epoch ||= seen.epoch;
    if (seen.epoch !== this.#epoch) return;
    for (const [id, seq] of Object.entries(seen.seqs)) if (seq > (this.#seqs.get(id) ?? -1)) this.#seqs.set(id, seq);
  }

  /** The numbers of the run before are of no more use. */
  renew(epoch: string): void {
    this.#epoch = epoch;
    this.#seqs.clear();
  }

  wish(): Wish {
    const places = new Map<string, string>();
    const looking = new Set<string>();
    for (const { spaceId, directoryId, isUnseen } of [...this.#tabs.values()].flat()) {
      places.set(directoryId, spaceId);
      if (!isUnseen) looking.add(directoryId);
    }
    return {
      ...(this.#epoch && { epoch: this.#epoch }),
      directories: [...places].map(([directoryId, spaceId]) => {
        const seq = this.#seqs.get(directoryId);
        return { space_id: spaceId, directory_id: directoryId, ...(seq !== undefined && { seq }) };
      }),
      looking: [...looking],
    };
  }
}
