/** Letters that come later than this begin another word, in ms. */
const PAUSE = 750;

/** The row that follows `from` by `step`; the last one is followed by the first. */
export const nextRow = (from: number, step: 1 | -1, count: number): number =>
  from < 0 ? (step > 0 ? 0 : count - 1) : (from + step + count) % count;

/** Finds rows by the first letters of their names. */
export class TypeAhead {
  private typed = '';
  private last = 0;

  /** A space is a letter of the word that is being typed, and otherwise chooses. */
  isTyping(now: number): boolean {
    return this.typed !== '' && now - this.last < PAUSE;
  }

  /** The place of the row that the letters typed so far stand for, from the current one on; -1 if there is none. */
  find(letter: string, names: readonly string[], current: number, now: number): number {
    if (!this.isTyping(now)) this.typed = '';
    this.last = now;
    this.typed += letter.toLocaleLowerCase();
    // The same letter again goes on to the next row that begins with it.
    const isRepeated = Array.from(this.typed).every((each) => each === this.typed[0]);
    const wanted = isRepeated ? (this.typed[0] ?? '') : this.typed;
    const first = isRepeated ? current + 1 : Math.max(current, 0);
    for (let step = 0; step < names.length; step += 1) {
      const at = (first + step) % names.length;
      if (names[at]?.trim().toLocaleLowerCase().startsWith(wanted)) return at;
    }
    return -1;
  }
}
