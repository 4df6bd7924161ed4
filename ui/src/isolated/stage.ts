import { findWords, showFound } from '~/kit/find-words';
import { readingLine } from '~/kit/reading-line';
import { watchLinks } from './links';
import { KEYS, type Look, type Order, type Report, type Trouble } from './protocol';

/** Pages of a wide window are not wider than they are easy to read. */
const WIDEST = 960;
/** Around the pages. */
const ASIDE = 12;

export type ShowOrder = Extract<Order, { type: 'show' }>;

/** Draws one kind of document. */
export interface Drawer {
  /**
   * Draws the document into the element and returns the natural width of its pages, in px; null for text that is as wide as
   * --column says.
   */
  draw: (order: ShowOrder, into: HTMLElement) => Promise<number | null>;
  /** The pages, in their order. */
  pages: (within: HTMLElement) => HTMLElement[];
  /** Draws what is not drawn yet, before words are looked for. */
  complete?: () => Promise<void>;
  /** Shows the comments of the document or hides them. */
  showComments?: (shown: boolean) => void;
  goToComment?: (at: number) => void;
}

/** A document that the frame refuses, with the reason for the user. */
export class Refused extends Error {
  constructor(readonly kind: Trouble) {
    super(kind);
  }
}

export const report = (message: Report, transfer: Transferable[] = []) => parent.postMessage(message, '*', transfer);

/** Follows the app's orders with a drawer, until the frame is removed. */
export function serve(drawer: Drawer): void {
  const stage = new Stage(drawer);
  addEventListener('message', ({ source, data }: MessageEvent<Order>) => {
    if (source === parent) void stage.follow(data);
  });
  report({ type: 'ready' });
}

class Stage {
  readonly #drawer: Drawer;
  readonly #sheets = document.createElement('div');
  readonly #style = document.createElement('style');
  #width: number | null = 0;
  #zoom = 1;
  #page = 0;
  #found: { words: string; ranges: Range[] } | null = null;
  #shown: ShowOrder | null = null;
  /** What is drawn is drawn in turn. */
  #work: Promise<void> = Promise.resolve();

  constructor(drawer: Drawer) {
    this.#drawer = drawer;
    this.#sheets.id = 'sheets';
    document.head.append(this.#style);
    document.body.append(this.#sheets);
    watchLinks(document.body, (address) => report({ type: 'link', address }));
    addEventListener('scroll', () => this.#tellPage(), { passive: true });
    new ResizeObserver(() => this.#fit()).observe(document.documentElement);
    addEventListener('keydown', onKey);
    addEventListener('wheel', onWheel, { passive: false });
  }

  async follow(order: Order): Promise<void> {
    if (order.type === 'ping') return report({ type: 'pong' });
    if (order.type === 'show') return this.#draw(order);
    if (order.type === 'changes')
      return this.#shown ? this.#draw({ ...this.#shown, changes: order.changes }) : undefined;
    if (order.type === 'flow') return this.#shown ? this.#draw({ ...this.#shown, flow: order.flow }) : undefined;
    if (order.type === 'comments') return this.#drawer.showComments?.(order.shown);
    if (order.type === 'comment') return this.#drawer.goToComment?.(order.to);
    if (order.type === 'look') return this.#look(order.look);
    if (order.type === 'go') return this.#go(order.to);
    if (order.type === 'find') return this.#find(order.words, order.at);
    // Orders for an editor mean nothing here.
    if (order.type !== 'zoom') return undefined;
    this.#zoom = order.zoom;
    return this.#fit();
  }

  #draw(order: ShowOrder): Promise<void> {
    this.#shown = order;
    this.#work = this.#work.then(() => this.#show(order));
    return this.#work;
  }

  async #show(order: ShowOrder): Promise<void> {
    this.#found = null;
    this.#page = 0;
    this.#look(order.look);
    try {
      this.#width = await this.#drawer.draw(order, this.#sheets);
      const pages = this.#drawer.pages(this.#sheets);
      pages.forEach((page, index) => {
        page.setAttribute('role', 'region');
        page.setAttribute('aria-label', order.look.page.replace('{n}', number(index + 1, order.look)));
      });
      this.#fit();
      report({ type: 'shown', pages: pages.length });
      this.#tellPage();
    } catch (error) {
      // A damaged document fails anywhere in the library.
      report({ type: 'trouble', kind: error instanceof Refused ? error.kind : 'unreadable' });
    }
  }

  #look({ dark, lang, ground, brand }: Look): void {
    document.documentElement.lang = lang;
    this.#style.textContent = styleOf(dark, ground, brand);
  }

  #fit(): void {
    if (this.#width === 0) return;
    const share = scrollY / Math.max(1, document.documentElement.scrollHeight);
    const room = Math.min(WIDEST, document.documentElement.clientWidth - 2 * ASIDE);
    const fit = this.#width === null ? 1 : room / this.#width;
    const scale = Math.min(8, Math.max(0.05, fit * this.#zoom));
    this.#sheets.style.setProperty('--column', `${room / scale}px`);
    this.#sheets.style.setProperty('zoom', String(scale));
    scrollTo({ top: share * document.documentElement.scrollHeight });
    report({ type: 'scale', scale });
    this.#tellPage();
  }

  #tellPage(): void {
    const line = readingLine(document.documentElement);
    const pages = this.#drawer.pages(this.#sheets);
    const page = Math.max(1, pages.findLastIndex((one) => one.getBoundingClientRect().top <= line) + 1);
    if (page === this.#page || pages.length === 0) return;
    this.#page = page;
    report({ type: 'at', page });
  }

  #go(to: number): void {
    this.#drawer.pages(this.#sheets)[to - 1]?.scrollIntoView({ block: 'start' });
  }

  async #find(words: string, at: number): Promise<void> {
    if (this.#found?.words !== words) {
      if (words !== '') await this.#drawer.complete?.();
      this.#found = { words, ranges: findWords(this.#sheets, words) };
    }
    const { ranges } = this.#found;
    const now = ranges.length > 0 ? at % ranges.length : 0;
    showFound(ranges, now);
    report({ type: 'found', at: now, of: ranges.length });
  }
}

const number = (value: number, { lang }: Look) => value.toLocaleString(lang === 'fa' ? 'fa-IR' : 'en');

function onKey(event: KeyboardEvent): void {
  const key = KEYS.find((one) => one === event.key || (one === '+' && event.key === '='));
  if (!key || event.altKey || event.metaKey) return;
  const zooms = ['+', '-', '0'].includes(key);
  if (zooms !== event.ctrlKey) return;
  // Arrows scroll a document that is wider than the window.
  if (key.startsWith('Arrow') && document.documentElement.scrollWidth > document.documentElement.clientWidth) return;
  event.preventDefault();
  report({ type: 'key', key });
}

function onWheel(event: WheelEvent): void {
  if (!event.ctrlKey || event.deltaY === 0) return;
  event.preventDefault();
  report({ type: 'key', key: event.deltaY < 0 ? '+' : '-' });
}

const styleOf = (dark: boolean, ground: string, brand: string) => `
:root { color-scheme: light; background: ${ground}; scrollbar-color: ${dark ? '#5a6668' : '#b4bfc1'} transparent; }
body { margin: 0; }
#sheets { min-width: min-content; outline: none; }
a { cursor: pointer; }
::highlight(found) { background: #ffe28a; color: #000; }
::highlight(found-now) { background: #ff9f43; color: #000; }
::selection { background: color-mix(in oklab, ${brand} 30%, transparent); }
`;
