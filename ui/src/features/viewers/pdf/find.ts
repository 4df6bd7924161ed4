import type { PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { createEmitter } from '~/kit/store';
import { foldText, occurrences, patternOf, type Folded } from '~/kit/find-text';
import { clearNotes, CURRENT_NOTE, drawNote, notesOf, type PdfNote } from './notes';
import { readingOrder } from './reading-order';

interface Match {
  /** From 1. */
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

export interface FindState {
  readonly open: boolean;
  readonly asked: boolean;
  readonly words: string;
  readonly busy: boolean;
  readonly total: number;
  /** From 1; 0 for none. */
  readonly at: number;
}

interface PageText {
  readonly folded: Folded;
  /** Where each piece of the layer of letters begins in the text. */
  readonly starts: readonly { readonly index: number; readonly at: number }[];
  /** The notes behind the letters of the page, each with where it begins in the text. */
  readonly notes: readonly { readonly note: PdfNote; readonly at: number }[];
}

const ALL = 'pdf-found';
const NOW = 'pdf-found-now';
/** A word of one letter in a long document must not fill the memory. */
const MOST = 5000;
/** From the upper edge of the window, in pixels. */
const ABOVE = 120;

/** Finds words in a document, and shows them in the letters of the pages that are drawn. */
export class PdfFind {
  readonly #document: PDFDocumentProxy;
  readonly #changes = createEmitter();
  readonly #texts = new Map<number, Promise<PageText>>();
  readonly #layers = new Map<number, TextLayer>();
  #matches: readonly Match[] = [];
  #run = 0;
  /** Scrolls to the match as soon as its page is drawn. */
  #wanted: Match | null = null;
  #state: FindState = { open: false, asked: false, words: '', busy: false, total: 0, at: 0 };
  /** The pages. */
  scroller: HTMLElement | null = null;

  constructor(document: PDFDocumentProxy) {
    this.#document = document;
  }

  readonly subscribe = (listener: () => void) => this.#changes.subscribe(listener);
  readonly snapshot = (): FindState => this.#state;

  /** The letters of a page were drawn, or are gone. */
  readonly show = (page: number, layer: TextLayer | null): void => {
    if (layer) this.#layers.set(page, layer);
    else this.#layers.delete(page);
    if (this.#matches.length === 0) return;
    void this.#paint();
    if (layer && this.#wanted?.page === page) void this.#reveal(this.#wanted);
  };

  /** Opens the bar. When the user asked for it, the field gets the focus and the words of before are found again. */
  open(asked = true): void {
    const again = asked && !this.#state.open && this.#state.words !== '';
    this.#set({ open: true, asked });
    if (again) void this.find(this.#state.words);
  }

  close(): void {
    this.#run++;
    this.#matches = [];
    this.#wanted = null;
    this.#set({ open: false, busy: false, total: 0, at: 0 });
    void this.#paint();
  }

  /**
   * Finds the words in all pages and goes to the first match from `page` on. With `anyOf` single words are found where
   * the document does not hold them in a row.
   */
  async find(words: string, { page = 1, anyOf = false } = {}): Promise<void> {
    const run = ++this.#run;
    this.#matches = [];
    this.#wanted = null;
    this.#set({ words, busy: words.trim() !== '', total: 0, at: 0 });
    for (const pattern of [patternOf(words), anyOf ? patternOf(words, true) : null]) {
      if (pattern && (await this.#findPattern(pattern, page, run))) break;
    }
    if (run !== this.#run) return;
    this.#set({ busy: false });
    void this.#paint();
  }

  async #findPattern(pattern: RegExp, page: number, run: number): Promise<boolean> {
    let all: Match[] = [];
    for (let number = 1; number <= this.#document.numPages && all.length < MOST; number++) {
      const { folded } = await this.#textOf(number);
      if (run !== this.#run) return true;
      const found = occurrences(folded, pattern).map(([from, to]) => ({ page: number, from, to }));
      if (found.length === 0) continue;
      all = [...all, ...found];
      this.#matches = all;
      const first = this.#state.at === 0 && number >= page ? all.length - found.length : -1;
      this.#set({ total: all.length, ...(first >= 0 && { at: first + 1 }) });
      if (first >= 0) this.#goTo();
    }
    // All of them lie before the page that was asked for.
    if (all.length > 0 && this.#state.at === 0) this.#step(1);
    return all.length > 0;
  }

  next(): void {
    this.#step(this.#state.at >= this.#state.total ? 1 : this.#state.at + 1);
  }

  previous(): void {
    this.#step(this.#state.at <= 1 ? this.#state.total : this.#state.at - 1);
  }

  #step(at: number): void {
    if (this.#state.total === 0) return;
    this.#set({ at });
    this.#goTo();
  }

  #goTo(): void {
    const match = this.#matches[this.#state.at - 1];
    if (!match) return;
    this.#wanted = match;
    void this.#paint();
    if (this.#layers.has(match.page)) void this.#reveal(match);
    else this.toPage(match.page);
  }

  /** Scrolls to a page; its letters are not drawn yet. */
  toPage(page: number): void {
    const sheet = this.#sheetOf(page);
    if (sheet && this.scroller) this.scroller.scrollTop = sheet.offsetTop;
  }

  async #reveal(match: Match): Promise<void> {
    const [range] = await this.#rangesOf(match);
    const place = range ?? (await this.#frameOf(match));
    if (!place || !this.scroller || this.#wanted !== match) return;
    const word = place.getBoundingClientRect();
    const frame = this.scroller.getBoundingClientRect();
    if (word.top < frame.top + 8 || word.bottom > frame.bottom - ABOVE)
      this.scroller.scrollTop += word.top - frame.top - ABOVE;
    this.#wanted = null;
  }

  #textOf(page: number): Promise<PageText> {
    const known = this.#texts.get(page) ?? this.#read(page);
    this.#texts.set(page, known);
    return known;
  }

  async #read(page: number): Promise<PageText> {
    const sheet = await this.#document.getPage(page);
    const [{ items }, notes] = await Promise.all([sheet.getTextContent(), notesOf(sheet)]);
    // Marks of structure have no text, and no place in the layer of letters.
    const pieces = readingOrder(items.filter((item) => 'str' in item));
    let text = '';
    const starts: PageText['starts'] = pieces.map(({ index, item }) => {
      const at = text.length;
      text += item.str + (item.hasEOL ? '\n' : '');
      return { index, at };
    });
    const behind = notes.map((note) => {
      const at = text.length + 1;
      text += `\n${note.text}`;
      return { note, at };
    });
    return { folded: foldText(text), starts, notes: behind };
  }

  /** The note in which a match begins. */
  async #noteOf({ page, from }: Match): Promise<PdfNote | undefined> {
    return (await this.#textOf(page)).notes.findLast(({ at }) => at <= from)?.note;
  }

  /** The frame of the current match, where that is in a note. */
  async #frameOf({ page }: Match): Promise<HTMLElement | null> {
    await this.#paint();
    return this.#sheetOf(page)?.querySelector<HTMLElement>(CURRENT_NOTE) ?? null;
  }

  #sheetOf(page: number): HTMLElement | null {
    return this.scroller?.querySelector<HTMLElement>(`[data-page="${page}"]`) ?? null;
  }

  async #rangesOf({ page, from, to }: Match): Promise<Range[]> {
    const { starts } = await this.#textOf(page);
    const layer = this.#layers.get(page);
    if (!layer) return [];
    return starts.flatMap(({ index, at: start }) => {
      const node = layer.textDivs[index]?.firstChild;
      const length = node?.textContent?.length ?? 0;
      const [begin, end] = [Math.max(0, from - start), Math.min(length, to - start)];
      if (!node || begin >= end) return [];
      const range = document.createRange();
      range.setStart(node, begin);
      range.setEnd(node, end);
      return [range];
    });
  }

  async #paint(): Promise<void> {
    const run = this.#run;
    const current = this.#matches[this.#state.at - 1];
    const near = this.#matches.filter(({ page }) => this.#layers.has(page));
    const ranges = await Promise.all(near.map((match) => this.#rangesOf(match)));
    const notes = await Promise.all(near.map((match) => this.#noteOf(match)));
    if (run !== this.#run || current !== this.#matches[this.#state.at - 1]) return;
    const now = current ? near.indexOf(current) : -1;
    clearNotes(this.scroller);
    for (const note of new Set(notes)) {
      const sheet = note && this.#sheetOf(near[notes.indexOf(note)]?.page ?? 0);
      if (sheet) drawNote(sheet, note, note === notes[now]);
    }
    // Browsers without it scroll to what is found, and mark nothing but notes.
    if (!('highlights' in CSS)) return;
    CSS.highlights.set(ALL, new Highlight(...ranges.flatMap((one, index) => (index === now ? [] : one))));
    CSS.highlights.set(NOW, new Highlight(...(ranges[now] ?? [])));
  }

  #set(changes: Partial<FindState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changes.emit();
  }
}
