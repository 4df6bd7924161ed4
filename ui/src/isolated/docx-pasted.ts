import { Fragment, Slice, type Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { beginList, isBulletList, itemIn, markOf, signList, type Place } from './docx-lists';
import { lineTables } from './docx-pasted-tables';
import { firstWay } from './docx-ways';

/*
 * What comes from the clipboard. The library reads paragraphs of web pages without their lists, takes sides of the page for
 * the edges at which a paragraph begins and ends, and forgets the list of its own paragraphs.
 */

/** Names this editor in what it copies: the numbers of its lists mean others elsewhere. */
const token = Math.random().toString(36).slice(2);

/** The list of an item, for the clipboard: who says it, the list there, the depth, and whether it has signs. */
export const listMark = (numPr: Place | null | undefined): Record<string, string> =>
  numPr?.numId
    ? { 'data-list': [token, numPr.numId, numPr.ilvl ?? 0, isBulletList(numPr) ? 'signs' : 'numbers'].join(' ') }
    : {};

/** Lists that are pasted, by what they are called there; until the next paste. */
let pasted = new Map<string, number>();

function pastedList(key: string, isSigns: boolean): number {
  const name = `${key} ${isSigns}`;
  const known = pasted.get(name) ?? (isSigns ? signList() : beginList(false));
  pasted.set(name, known);
  return known;
}

/** Attributes of a paragraph that is an item. */
function itemOf(element: HTMLElement): Record<string, unknown> | null {
  const [from, key = '', depth, kind] = (element.dataset['list'] ?? '').split(' ');
  if (!from) return null;
  const own = from === token && markOf({ numId: Number(key) }) ? Number(key) : undefined;
  const ilvl = Math.min(8, Math.max(0, Number(depth) || 0));
  return itemIn(own ?? pastedList(`${from} ${key}`, kind === 'signs'), ilvl);
}

/** Whether a paragraph was copied in an editor of this kind, by what is pasted with it. */
const origins = new WeakMap<object, boolean>();

function isOfEditor(element: HTMLElement): boolean {
  const root = element.getRootNode();
  let is = origins.get(root);
  if (is === undefined)
    origins.set(root, (is = root instanceof Element && root.querySelector('[data-pm-slice]') !== null));
  return is;
}

const runsRtl = (element: HTMLElement) => {
  const said = element.closest<HTMLElement>('[dir]')?.dir.toLowerCase() === 'rtl' || element.style.direction === 'rtl';
  return said || firstWay(element.textContent ?? '') === 'rtl';
};

/** In the file, left is the edge at which a paragraph begins; where it does by itself, nothing is said. */
function edgeOf(side: unknown, isRtl: boolean): unknown {
  if (side !== 'left' && side !== 'right') return side;
  return (side === 'left') === isRtl ? 'right' : undefined;
}

/** Attributes of a paragraph of a web page, from those that the library reads. vite.editor.ts says where. */
export function pastedParagraph(
  element: HTMLElement,
  read: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const item = itemOf(element);
  const indents = { indentLeft: null, indentRight: null, indentFirstLine: null, hangingIndent: null };
  if (isOfEditor(element)) return { ...read, ...(item && { ...indents, ...item }) };
  const isRtl = runsRtl(element);
  const turned = isRtl ? { indentLeft: read['indentRight'], indentRight: read['indentLeft'] } : {};
  const side = read['alignment'] ?? (element.getAttribute('align')?.toLowerCase() || undefined);
  const alignment = edgeOf(side === 'justify' ? 'both' : side, isRtl);
  return { ...read, ...turned, alignment, ...(isRtl && { bidi: true }), ...(item && { ...indents, ...item }) };
}

const BLOCKS = 'p,h1,h2,h3,h4,h5,h6,div,ul,ol,table,blockquote,pre';

/** Says for each paragraph that begins an item of a list of HTML which one it is. */
function markHtmlItems(body: HTMLElement): void {
  const tops = [...body.querySelectorAll('ul,ol')].filter((list) => !list.parentElement?.closest('ul,ol'));
  for (const item of body.querySelectorAll('li')) {
    let depth = -1;
    let top: Element | null = null;
    for (let list = item.closest('ul,ol'); list; list = list.parentElement?.closest('ul,ol') ?? null) {
      depth += 1;
      top = list;
    }
    if (!top) continue;
    const kind = item.closest('ul,ol')?.tagName === 'OL' ? 'numbers' : 'signs';
    lineOf(item).dataset['list'] = `html ${tops.indexOf(top)} ${depth} ${kind}`;
  }
}

/** The paragraph with which an item begins; one is made for letters that stand in the item itself. */
function lineOf(item: HTMLElement): HTMLElement {
  const first = [...item.childNodes].find((node) => node instanceof Element || node.textContent?.trim());
  if (first instanceof HTMLElement && /^(?:P|H[1-6])$/.test(first.tagName)) return first;
  const line = item.ownerDocument.createElement('p');
  while (item.firstChild && !(item.firstChild instanceof Element && item.firstChild.matches(BLOCKS)))
    line.append(item.firstChild);
  item.prepend(line);
  return line;
}

const SIGN = /^[^\p{L}\p{N}]|^o$/u;

/** Word writes items as paragraphs that say their list in their style and begin with their number or sign. */
function markWordItems(body: HTMLElement): void {
  for (const line of body.querySelectorAll<HTMLElement>('[style*="mso-list"]')) {
    const [, list, level] = /mso-list:\s*l(\d+)\s+level(\d)/.exec(line.getAttribute('style') ?? '') ?? [];
    const number = line.querySelector('[style*="mso-list:Ignore"],[style*="mso-list: Ignore"]');
    if (list === undefined || !number) continue;
    const kind = SIGN.test(number.textContent?.trim() ?? '') ? 'signs' : 'numbers';
    line.dataset['list'] = `word ${list} ${Number(level) - 1} ${kind}`;
    number.remove();
  }
}

/** Says in what is pasted which paragraphs are items of lists, and which lines are around the cells of tables. */
export function markPasted(html: string): string {
  pasted = new Map();
  if (!/<li|mso-list|<t[dh]/i.test(html) || html.includes('data-pm-slice')) return html;
  const page = new DOMParser().parseFromString(html, 'text/html');
  const styles = [...page.querySelectorAll('style')].map((style) => {
    style.remove();
    return style.outerHTML;
  });
  markWordItems(page.body);
  markHtmlItems(page.body);
  lineTables(page.body, styles.join(''));
  return styles.join('') + page.body.innerHTML;
}

/** Gives what is pasted the direction of its letters, or that of the place where it comes to. */
export function turnPasted(slice: Slice, isRtl: boolean): Slice {
  const turn = (node: Node): Node => {
    if (node.type.name !== 'paragraph') return node.isLeaf ? node : node.copy(turnAll(node.content));
    if (node.attrs['bidi'] !== null && node.attrs['bidi'] !== undefined) return node;
    const bidi = (firstWay(node.textContent) ?? (isRtl ? 'rtl' : 'ltr')) === 'rtl';
    // Where the style of all paragraphs runs from the right, one from the left has to say so.
    return bidi || isRtl ? node.type.create({ ...node.attrs, bidi }, node.content, node.marks) : node;
  };
  const turnAll = (content: Fragment) => {
    const nodes: Node[] = [];
    content.forEach((node) => nodes.push(turn(node)));
    return Fragment.fromArray(nodes);
  };
  return new Slice(turnAll(slice.content), slice.openStart, slice.openEnd);
}

/** Whether the place of the caret runs from the right. */
export function isRtlAt({ selection, doc }: EditorState): boolean {
  const { parent } = selection.$from;
  return (parent.isTextblock ? parent : doc.firstChild)?.attrs['bidi'] === true;
}

/** Several paragraphs that come to an empty one take its place, and the first keeps what it is. */
export function placed(slice: Slice, { selection: { $from, empty } }: EditorState): Slice {
  const isEmpty = empty && $from.parent.isTextblock && $from.parent.content.size === 0;
  return isEmpty && slice.openStart === 1 && slice.content.childCount > 1
    ? new Slice(slice.content, 0, slice.openEnd)
    : slice;
}
