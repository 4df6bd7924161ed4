import { latinDigits } from '~/kit/digits';

const FORGET = 800;

/** Letters that a Persian writes or reads as one. */
function fold(text: string): string {
  return latinDigits(text)
    .toLowerCase()
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[أإآ]/g, 'ا')
    .replace(/[ً-ٰٟ‌ـ]/g, '');
}

/** Collects the letters of "type to jump"; the same letter again and again goes from name to name. */
export class TypeAhead {
  #typed = '';
  #last = 0;

  /** The index to jump to, or -1. `nameAt` answers null where the list has not been fetched. */
  type(letter: string, now: number, from: number, count: number, nameAt: (index: number) => string | null): number {
    this.#typed = now - this.#last > FORGET ? letter : this.#typed + letter;
    this.#last = now;
    const folded = fold(this.#typed);
    const cycling = new Set(folded).size === 1;
    const wanted = cycling ? folded.slice(0, 1) : folded;
    const start = cycling ? from + 1 : Math.max(0, from);
    for (let step = 0; step < count; step++) {
      const index = (start + step) % count;
      const name = nameAt(index);
      if (name !== null && fold(name).startsWith(wanted)) return index;
    }
    return -1;
  }

  /** A space belongs to a name that is being typed; otherwise it is a key of its own. */
  isTyping(now: number): boolean {
    return this.#typed !== '' && now - this.#last <= FORGET;
  }
}
