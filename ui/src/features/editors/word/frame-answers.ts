/** The answers of a frame that somebody waits for, by the numbers of their questions. */
export class FrameAnswers<T> {
  readonly #waiting = new Map<number, (answer: T | null) => void>();
  #last = 0;

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Puts a question under a new number and waits for its answer; null when none comes within so many milliseconds. */
  request(send: (number: number) => void, patience: number): Promise<T | null> {
    this.#last += 1;
    const number = this.#last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.accept(number, null), patience);
      this.#waiting.set(number, (answer) => {
        clearTimeout(timer);
        this.#waiting.delete(number);
        resolve(answer);
      });
      send(number);
    });
  }

  /** Gives an answer to whoever waits for it; one that comes too late is dropped. */
  accept(number: number, answer: T | null): void {
    this.#waiting.get(number)?.(answer);
  }

  /** The frame is gone: nobody waits any longer. */
  close(): void {
    this.#waiting.forEach((give) => give(null));
  }
}
