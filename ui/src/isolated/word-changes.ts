import { child, childrenOf, isWord, propertiesOf, value, W } from './word-elements';
import type { ChangesShown } from './protocol';

/** What somebody changed while changes were tracked. */
export interface Change {
  readonly kind: 'inserted' | 'deleted' | 'movedHere' | 'movedAway' | 'formatted';
  readonly author: string | null;
  readonly date: string | null;
}

const KINDS: Readonly<Record<string, Change['kind']>> = {
  ins: 'inserted',
  del: 'deleted',
  moveTo: 'movedHere',
  moveFrom: 'movedAway',
  cellIns: 'inserted',
  cellDel: 'deleted',
};
const MARKS = Object.keys(KINDS);
const NEW = new Set(['ins', 'moveTo', 'cellIns']);
const FORMATS = ['rPrChange', 'pPrChange', 'tblPrChange', 'tblPrExChange', 'trPrChange', 'tcPrChange', 'sectPrChange'];

/** Before what stays, so that the viewer draws a place there. */
const ROW = 'anbar-row-';
const BAR = 'anbar-bar-';
/** Elements that are passed on the way from a paragraph to the next one. */
const PASSED = 8;

const all = (xml: Document, names: readonly string[]) =>
  names.flatMap((name) => Array.from(xml.getElementsByTagNameNS(W, name)));

/** The marks around contents, in their order; those within properties speak of a paragraph, a row or a cell. */
const marksAround = (xml: Document) =>
  Array.from(xml.querySelectorAll('ins, del, moveTo, moveFrom')).filter(
    (one) => isWord(one) && !one.parentElement?.localName.endsWith('Pr'),
  );

export const hasChanges = (xml: Document): boolean => all(xml, [...MARKS, ...FORMATS]).length > 0;

/** Puts the contents of an element in its place. */
function unwrap(element: Element): void {
  const contents = element.ownerDocument.createDocumentFragment();
  for (const one of Array.from(element.children)) contents.append(one);
  element.replaceWith(contents);
}

/** Makes the document what it becomes when all changes are accepted, or what it was before them. */
export function settleChanges(xml: Document, mode: Exclude<ChangesShown, 'shown'>): void {
  const goes = (mark: Element) => NEW.has(mark.localName) === (mode === 'original');
  settleTables(xml, goes);
  for (const change of all(xml, FORMATS)) {
    if (mode === 'original') restore(change);
    change.remove();
  }
  for (const mark of marksAround(xml).toReversed()) {
    if (goes(mark)) mark.remove();
    else unwrap(mark);
  }
  // The last first: contents travel once, however many paragraphs become one.
  for (const paragraph of Array.from(xml.getElementsByTagNameNS(W, 'p')).toReversed()) {
    const mark = markOf(child(child(paragraph, 'pPr'), 'rPr'));
    if (mark && goes(mark)) join(paragraph);
  }
  for (const mark of all(xml, MARKS)) mark.remove();
}

const markOf = (properties: Element | null): Element | null =>
  [...(properties?.children ?? [])].find((one) => isWord(one) && MARKS.includes(one.localName)) ?? null;

function settleTables(xml: Document, goes: (mark: Element) => boolean): void {
  for (const [name, properties] of [
    ['tc', 'tcPr'],
    ['tr', 'trPr'],
  ] as const) {
    for (const part of Array.from(xml.getElementsByTagNameNS(W, name))) {
      const mark = markOf(child(part, properties));
      if (!mark || !goes(mark)) continue;
      const parent = part.parentElement;
      part.remove();
      if (parent && childrenOf(parent, name).length === 0) parent.remove();
    }
  }
}

/** Gives the properties around a change back what they were. */
function restore(change: Element): void {
  const properties = change.parentElement;
  const before = child(change, change.localName.replace('Change', ''));
  if (!properties || !before) return;
  for (const one of Array.from(properties.children)) {
    // What a paragraph was does not say of its mark and its section.
    if (one !== change && !['rPr', 'sectPr'].includes(one.localName)) one.remove();
  }
  properties.prepend(...Array.from(before.children));
}

/** The contents of a paragraph without an end belong to the next one. */
function join(paragraph: Element): void {
  const properties = child(paragraph, 'pPr');
  if (child(properties, 'sectPr')) return;
  let next = paragraph.nextElementSibling;
  for (
    let passed = 0;
    next && /^(bookmark|comment|move|perm|proof)/.test(next.localName) && passed < PASSED;
    passed += 1
  )
    next = next.nextElementSibling;
  const contents = Array.from(paragraph.children).filter((one) => one !== properties);
  if (next?.localName !== 'p' || next.namespaceURI !== W) {
    // A cell keeps its only paragraph.
    if (contents.length === 0 && paragraph.previousElementSibling?.localName === 'p') paragraph.remove();
    return;
  }
  const moved = paragraph.ownerDocument.createDocumentFragment();
  contents.forEach((one) => moved.append(one));
  const own = child(next, 'pPr');
  if (own) own.after(moved);
  else next.prepend(moved);
  paragraph.remove();
}

/** Prepares changes to be seen: each as an insertion or a deletion whose date is its number in the list. */
export function markChanges(xml: Document, changes: Change[]): void {
  const note = (mark: Element): string => {
    const kind = KINDS[mark.localName] ?? 'formatted';
    changes.push({ kind, author: value(mark, 'author'), date: value(mark, 'date') });
    return String(changes.length - 1);
  };
  const wrapper = (mark: Element) => {
    const name = ['deleted', 'movedAway'].includes(KINDS[mark.localName] ?? '') ? 'w:del' : 'w:ins';
    const made = xml.createElementNS(W, name);
    made.setAttributeNS(W, 'w:date', note(mark));
    return made;
  };
  for (const mark of marksAround(xml)) {
    if (mark.parentElement?.namespaceURI !== W) {
      // Formulas are drawn as they become.
      if (NEW.has(mark.localName)) unwrap(mark);
      else mark.remove();
    } else if (child(mark, 'p') ?? child(mark, 'tbl') ?? child(mark, 'tr')) unwrap(mark);
    else {
      const made = wrapper(mark);
      for (const one of Array.from(mark.children)) made.append(one);
      mark.replaceWith(made);
    }
  }
  for (const change of all(xml, ['rPrChange'])) {
    const run = change.parentElement?.parentElement;
    if (run?.localName !== 'r' || run.namespaceURI !== W) continue;
    const made = wrapper(change);
    run.replaceWith(made);
    made.append(run);
  }
  for (const paragraph of xml.getElementsByTagNameNS(W, 'p')) markParagraph(paragraph, wrapper, note);
  for (const row of xml.getElementsByTagNameNS(W, 'tr')) {
    const mark = markOf(child(row, 'trPr'));
    const paragraph = mark && row.getElementsByTagNameNS(W, 'p')[0];
    if (mark && paragraph) place(paragraph, ROW + note(mark));
  }
  outOfLinks(xml);
}

function markParagraph(paragraph: Element, wrapper: (mark: Element) => Element, note: (mark: Element) => string): void {
  const properties = child(paragraph, 'pPr');
  const mark = markOf(child(properties, 'rPr'));
  if (mark) {
    // The end of the paragraph, which is drawn as a sign.
    const end = wrapper(mark);
    end.append(paragraph.ownerDocument.createElementNS(W, 'w:r'));
    paragraph.append(end);
  }
  const format = child(properties, 'pPrChange');
  if (format) place(paragraph, BAR + note(format));
}

/** A name that the viewer draws as an empty place at the beginning of a paragraph. */
function place(paragraph: Element, name: string): void {
  const mark = paragraph.ownerDocument.createElementNS(W, 'w:bookmarkStart');
  mark.setAttributeNS(W, 'w:name', name);
  propertiesOf(paragraph, 'pPr').after(mark);
}

/** The viewer draws only runs in links: a change in one becomes a change around one. */
function outOfLinks(xml: Document): void {
  for (const link of Array.from(xml.getElementsByTagNameNS(W, 'hyperlink'))) {
    if (!child(link, 'ins') && !child(link, 'del')) continue;
    const pieces = xml.createDocumentFragment();
    for (const one of Array.from(link.children)) {
      const own = link.cloneNode(false) as Element;
      const isChange = isWord(one) && ['ins', 'del'].includes(one.localName);
      if (!isChange) {
        own.append(one);
        pieces.append(own);
        continue;
      }
      for (const within of Array.from(one.children)) own.append(within);
      one.append(own);
      pieces.append(one);
    }
    link.replaceWith(pieces);
  }
}

/** How changes are named, with {author} and {date}. */
export type ChangeWords = Readonly<Record<string, string>>;

/** Colours of authors on paper; each is read on white. */
const COLOURS = ['#b3261e', '#0b57d0', '#146c2e', '#8430ce', '#a54a00', '#00677d', '#b0186a', '#5b5f00'];

/** In the zone in which the app tells times. */
export const dateIn = (lang: string, date: string | null): string => {
  const at = new Date(date ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tehran', hourCycle: 'h23' } as const;
  return at.toLocaleString(lang === 'fa' ? 'fa-IR' : 'en', format);
};

/** Gives each change that was drawn its look and its words. */
export function showChanges(body: HTMLElement, changes: readonly Change[], words: ChangeWords, lang: string): void {
  const authors = new Map<string | null, number>();
  for (const { author } of changes) if (!authors.has(author)) authors.set(author, authors.size);
  const tell = (element: HTMLElement | null | undefined, number: string) => {
    const change = changes[Number(number)];
    if (!element || !change) return;
    const { kind, author, date } = change;
    element.dataset['change'] = kind;
    element.style.setProperty('--who', COLOURS[(authors.get(author) ?? 0) % COLOURS.length] ?? '');
    const parts = { author: author ?? '', date: dateIn(lang, date) };
    element.title = (words[kind] ?? '').replaceAll(/\{(author|date)\}/g, (_, key: 'author' | 'date') => parts[key]);
  };
  for (const element of body.querySelectorAll<HTMLElement>('ins[datetime], del[datetime]')) {
    const number = element.getAttribute('datetime') ?? '';
    element.removeAttribute('datetime');
    if (element.textContent === '' && !element.querySelector('img, svg, div')) element.dataset['end'] = '';
    tell(element, number);
  }
  for (const place of body.querySelectorAll<HTMLElement>(`span[id^="${ROW}"], span[id^="${BAR}"]`)) {
    const isRow = place.id.startsWith(ROW);
    tell(isRow ? place.closest('tr') : place.closest('p'), place.id.slice((isRow ? ROW : BAR).length));
    place.remove();
  }
}

export const changeLooks = `
.docx [data-change] { text-decoration-color: var(--who); }
.docx ins[data-change], .docx del[data-change] { color: var(--who); }
.docx ins[data-change] *, .docx del[data-change] * { color: inherit !important; }
.docx ins[data-change="inserted"] { text-decoration: underline; }
.docx ins[data-change="movedHere"] { text-decoration: underline double; }
.docx del[data-change="deleted"] { text-decoration: line-through; }
.docx del[data-change="movedAway"] { text-decoration: line-through double; }
.docx ins[data-change="formatted"], .docx ins[data-change="formatted"] * { color: unset !important; text-decoration: none; }
.docx ins[data-change="formatted"] { border-bottom: 1.5px dotted var(--who); }
.docx [data-change][data-end]::after { content: '¶'; }
.docx p[data-change] { box-shadow: -8px 0 0 -6px var(--who); }
.docx tr[data-change] { outline: 1.5px solid var(--who); outline-offset: -1px; }
.docx tr[data-change="deleted"] { background: repeating-linear-gradient(-45deg, transparent 0 6px, rgb(0 0 0 / .08) 6px 7px); }
`;
