import type JSZip from 'jszip';
import type { Comment } from './protocol';
import { attributeOf, child, isWord, parse, value, W } from './word-elements';

/** Of one comment, and of a document. */
const MOST_LETTERS = 4000;
export const MOST_COMMENTS = 1000;
/** Word knows no answers to answers; other programs do. */
const DEEP = 20;

const FROM = 'anbar-comment-from-';
const AT = 'anbar-comment-at-';
const TO = 'anbar-comment-to-';

/** What the parts of a document say of a comment. */
interface Said extends Comment {
  readonly mark: string;
  readonly answers: string | null;
}

async function partOf(zip: JSZip, name: RegExp): Promise<Document | null> {
  const text = await zip.file(name)[0]?.async('string');
  return text === undefined ? null : parse(text);
}

/** The letters of paragraphs, as many as a comment may have. */
function textOf(comment: Element): string {
  let text = '';
  for (const paragraph of comment.getElementsByTagNameNS(W, 'p')) {
    if (text !== '') text += '\n';
    for (const one of paragraph.querySelectorAll('t, tab, br')) {
      if (isWord(one)) text += { tab: '\t', br: '\n' }[one.localName] ?? one.textContent;
    }
    if (text.length > MOST_LETTERS) break;
  }
  return text.trim().slice(0, MOST_LETTERS);
}

/** The comments of a document by their ids. */
async function readComments(zip: JSZip): Promise<Map<string, Said>> {
  const xml = await partOf(zip, /^word\/comments\d*\.xml$/);
  const extended = await partOf(zip, /^word\/commentsExtended\d*\.xml$/);
  const more = new Map<string, Element>();
  for (const one of extended?.documentElement.children ?? []) {
    more.set(attributeOf(one, 'paraId') ?? '', one);
  }
  const comments = new Map<string, Said>();
  for (const one of xml?.getElementsByTagNameNS(W, 'comment') ?? []) {
    const id = value(one, 'id');
    if (id === null) continue;
    const last = Array.from(one.getElementsByTagNameNS(W, 'p')).at(-1);
    const mark = (last && attributeOf(last, 'paraId')) ?? '';
    const extension = more.get(mark);
    comments.set(id, {
      author: (value(one, 'author') ?? '').slice(0, 200),
      date: value(one, 'date') ?? '',
      text: textOf(one),
      isDone: ['1', 'true', 'on'].includes((extension && attributeOf(extension, 'done')) ?? ''),
      of: null,
      mark,
      answers: (extension && attributeOf(extension, 'paraIdParent')) ?? null,
    });
  }
  return comments;
}

/** The comments of a document, which the parts are asked for in the order in which they are read. */
export class Comments {
  readonly #said: Map<string, Said>;
  readonly #byMark: Map<string, string>;
  readonly #numbers = new Map<string, number>();
  readonly list: Comment[] = [];

  private constructor(said: Map<string, Said>) {
    this.#said = said;
    this.#byMark = new Map([...said].map(([id, { mark }]) => [mark, id]));
  }

  static async of(zip: JSZip): Promise<Comments> {
    return new Comments(await readComments(zip));
  }

  get isEmpty(): boolean {
    return this.#said.size === 0;
  }

  get total(): number {
    return this.#said.size;
  }

  /** The comment that was written first of those that answer each other; itself when they go round in a circle. */
  #first(id: string): string {
    let first = id;
    for (let depth = 0; depth < DEEP; depth += 1) {
      const answers = this.#said.get(first)?.answers ?? null;
      const above = answers === null ? undefined : this.#byMark.get(answers);
      if (above === undefined) return first;
      first = above;
    }
    return id;
  }

  /** Puts places into a part where its comments begin, end and are referred to. */
  mark(xml: Document): void {
    const ends = ['commentRangeStart', 'commentRangeEnd', 'commentReference'] as const;
    const references = Array.from(xml.getElementsByTagNameNS(W, 'commentReference'));
    for (const one of references) this.#add(value(one, 'id') ?? '');
    for (const name of ends) {
      for (const one of Array.from(xml.getElementsByTagNameNS(W, name))) this.#place(one, name);
    }
  }

  #add(id: string): void {
    const said = this.#said.get(id);
    if (!said || this.#numbers.has(id) || this.list.length >= MOST_COMMENTS) return;
    const first = this.#first(id);
    if (first !== id) this.#add(first);
    this.#numbers.set(id, this.list.length);
    const { author, date, text, isDone } = said;
    this.list.push({ author, date, text, isDone, of: first === id ? null : (this.#numbers.get(first) ?? null) });
  }

  #place(one: Element, name: 'commentRangeStart' | 'commentRangeEnd' | 'commentReference'): void {
    const id = value(one, 'id') ?? '';
    const number = this.#numbers.get(id);
    const isAnswer = number === undefined || this.list[number]?.of !== null;
    if (!isAnswer) {
      const mark = one.ownerDocument.createElementNS(W, 'w:bookmarkStart');
      const what = { commentRangeStart: FROM, commentRangeEnd: TO, commentReference: AT }[name];
      mark.setAttributeNS(W, 'w:name', what + number);
      putNear(one, mark);
    }
    one.remove();
  }
}

/** The viewer draws places in paragraphs and in nothing else. */
function putNear(one: Element, mark: Element): void {
  const outer = one.closest('hyperlink') ?? one.closest('r') ?? one;
  const parent = outer.parentElement;
  if (parent?.closest('p')) {
    if (outer.localName === 'r') outer.after(mark);
    else outer.before(mark);
    return;
  }
  const isEnd = one.localName === 'commentRangeEnd';
  const beside = isEnd ? outer.previousElementSibling : outer.nextElementSibling;
  const paragraph = beside?.localName === 'p' ? beside : beside?.getElementsByTagNameNS(W, 'p')[0];
  if (!paragraph) return;
  const properties = child(paragraph, 'pPr');
  if (isEnd) paragraph.append(mark);
  else if (properties) properties.after(mark);
  else paragraph.prepend(mark);
}

const numberOf = (place: Element) => Number(/\d+$/.exec(place.id)?.[0] ?? Number.NaN);

/** Draws a button for each comment, and marks what it is about; the pages must be broken before. */
export function showComments(
  body: HTMLElement,
  comments: readonly Comment[],
  lang: string,
  tell: (at: number) => void,
): void {
  let first = 0;
  const shown = comments.map(({ of }) => (of === null ? (first += 1) : first));
  const starts = new Map<number, Element>();
  for (const place of body.querySelectorAll(`span[id^="${FROM}"]`)) {
    starts.set(numberOf(place), place);
  }
  const ends = new Map<number, Element>();
  for (const place of body.querySelectorAll(`span[id^="${TO}"]`)) ends.set(numberOf(place), place);
  const ranges: Range[] = [];
  for (const place of body.querySelectorAll<HTMLElement>(`span[id^="${AT}"]`)) {
    const number = numberOf(place);
    const comment = comments[number];
    if (!comment) continue;
    const text = shown[number]?.toLocaleString(lang === 'fa' ? 'fa-IR' : 'en') ?? '';
    place.replaceWith(buttonOf(number, text, comment, () => tell(number)));
    const [start, end] = [starts.get(number), ends.get(number)];
    if (!start || !end || comment.isDone) continue;
    const range = new Range();
    range.setStartAfter(start);
    range.setEndBefore(end);
    ranges.push(range);
  }
  CSS.highlights.set('comment', new Highlight(...ranges));
}

function buttonOf(number: number, text: string, { author, isDone }: Comment, tell: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'anbar-comment';
  button.id = AT + number;
  // Written by the style sheet: no word of the document.
  button.dataset['number'] = text;
  button.dataset['done'] = String(isDone);
  button.title = author;
  button.addEventListener('click', tell);
  return button;
}

/** Brings a comment into sight. */
export function goToComment(number: number): void {
  const button = document.getElementById(AT + number);
  button?.scrollIntoView({ block: 'center' });
  button?.focus({ preventScroll: true });
}

export const commentLooks = `
::highlight(comment) { background: #fdf0c4; }
.anbar-comment { font: 600 11px/16px Vazirmatn, sans-serif; min-width: 18px; height: 18px; padding: 0 4px; margin: 0 2px; border: 1px solid #b98900;
  border-radius: 9px 9px 9px 2px; background: #ffe9a6; color: #4a3500; vertical-align: super; cursor: pointer; text-indent: 0; }
.anbar-comment::before { content: attr(data-number); }
.anbar-comment[data-done="true"] { border-color: #999; background: #eee; color: #595959; }
.anbar-comment:focus-visible { outline: 2px solid #1a56db; }
body[data-comments="hidden"] .anbar-comment { display: none; }
body[data-comments="hidden"] ::highlight(comment) { background: none; }
`;
