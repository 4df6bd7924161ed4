import type { Mark, Node } from 'prosemirror-model';
import { Plugin, type Transaction } from 'prosemirror-state';
import type { Mapping } from 'prosemirror-transform';
import { markItems } from './docx-lists';
import { isRtlAt, markPasted, placed, turnPasted } from './docx-pasted';
import { fitCells } from './docx-table';
import { firstWay, LETTER, RIGHT, wayOf, type Way } from './docx-ways';

/** Latin letters, digits and what joins them, as in A4, COVID-19 or 1.5GB: such digits stand with the letters. */
const LATIN_WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9.,:/_+#@-]+/gu;

/**
 * The direction of each letter of a paragraph, in units of UTF-16: signs between two letters of one direction have it, too,
 * and other ones have that of the paragraph.
 */
export function waysOf(text: string, paragraph: 'rtl' | 'ltr'): ('rtl' | 'ltr')[] {
  const strong: Way[] = [];
  for (const letter of text) for (let unit = 0; unit < letter.length; unit += 1) strong.push(wayOf(letter));
  for (const { 0: word, index } of text.matchAll(LATIN_WORD)) {
    if (!LETTER.test(word)) continue;
    for (let at = 0; at < word.length; at += 1) if (/\d/.test(word.charAt(at))) strong[index + at] = 'ltr';
  }
  const after: Way[] = [];
  let next: Way = null;
  for (let at = strong.length - 1; at >= 0; at -= 1) {
    next = strong[at] ?? next;
    after[at] = next;
  }
  let before: Way = null;
  return strong.map((way, at) => {
    before = way ?? before;
    const between = before ?? paragraph;
    return way ?? (between === (after[at] ?? paragraph) ? between : paragraph);
  });
}

/** A part of a document, by its positions. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** The parts of the document, as it is now, that some transactions wrote. */
function writtenParts(transactions: readonly Transaction[]): Part[] {
  const parts: Part[] = [];
  transactions.forEach((transaction, at) => {
    const later = transactions.slice(at + 1);
    transaction.mapping.maps.forEach((map, step) => {
      const rest: Pick<Mapping, 'map'>[] = [
        transaction.mapping.slice(step + 1),
        ...later.map(({ mapping }) => mapping),
      ];
      map.forEach((_from, _to, from, to) => {
        parts.push({
          from: rest.reduce((position, mapping) => mapping.map(position, -1), from),
          to: rest.reduce((position, mapping) => mapping.map(position, 1), to),
        });
      });
    });
  });
  return parts;
}

/** One letter or object in the text of a paragraph for each position in it. */
const textOf = (paragraph: Node) => paragraph.textBetween(0, paragraph.content.size, undefined, '\ufffc');

/**
 * Word draws letters from the right with the font and size for them only in runs that say so (w:rtl). The library gives that
 * mark to no text that is typed or pasted.
 */
function markDirections(tr: Transaction, parts: readonly Part[]): void {
  const mark = tr.doc.type.schema.marks['rtl'];
  if (!mark) return;
  for (const { from, to } of parts) {
    tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node, at) => {
      if (!node.isTextblock) return true;
      const text = textOf(node);
      const isRtl = node.attrs['bidi'] === true;
      // Content that counts as more than a letter is left alone, rather than marked in the wrong place.
      if (text.length !== node.content.size || (!isRtl && !RIGHT.test(text) && !hasMark(node, mark.name))) return false;
      const ways = waysOf(text, isRtl ? 'rtl' : 'ltr');
      const start = at + 1;
      const [first, last] = aroundLetters(text, Math.max(from - start, 0), Math.min(to - start, text.length));
      node.forEach((child, offset) => {
        if (!child.isText) return;
        const marked = child.marks.some(({ type }) => type === mark);
        changeWays(
          tr,
          start,
          ways,
          { from: Math.max(offset, first), to: Math.min(offset + child.nodeSize, last) },
          marked,
        );
      });
      return false;
    });
  }
}

const hasMark = (node: Node, name: string) => {
  let has = false;
  node.forEach(({ marks }) => {
    has ||= marks.some(({ type }) => type.name === name);
  });
  return has;
};

/** A part of a text, with the signs around it, whose direction depends on it. */
function aroundLetters(text: string, from: number, to: number): [number, number] {
  let first = from;
  let last = to;
  while (first > 0 && !wayOf(text[first - 1] ?? '')) first -= 1;
  while (last < text.length && !wayOf(text[last] ?? '')) last += 1;
  return [first, last];
}

/** Changes the mark of those letters of a piece of text whose direction is another one. */
function changeWays(
  tr: Transaction,
  start: number,
  ways: readonly ('rtl' | 'ltr')[],
  piece: Part,
  isMarked: boolean,
): void {
  const mark = tr.doc.type.schema.marks['rtl'];
  const wrong = (at: number) => (ways[at] === 'rtl') !== isMarked;
  for (let at = piece.from; at < piece.to; at += 1) {
    if (!mark || !wrong(at)) continue;
    const from = at;
    while (at < piece.to && wrong(at)) at += 1;
    if (isMarked) tr.removeMark(start + from, start + at, mark);
    else tr.addMark(start + from, start + at, mark.create());
  }
}

/** Properties of a paragraph that its menus and its ruler change, by the names of both the editor and its writer. */
const DIRECT = [
  'spaceBefore',
  'spaceAfter',
  'lineSpacing',
  'lineSpacingRule',
  'indentLeft',
  'indentRight',
  'indentFirstLine',
  'hangingIndent',
  'borders',
  'shading',
  'tabs',
  'keepNext',
  'keepLines',
  'contextualSpacing',
  'outlineLevel',
] as const;

/**
 * The library writes a paragraph with the properties that it was read with, and only some of those that were changed since:
 * a new indent or distance of lines was lost. What was changed is written into what the paragraph was read with.
 */
function keepDirect(tr: Transaction, before: Node, back: (position: number) => number, parts: readonly Part[]): void {
  for (const { from, to } of parts) {
    tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node, at) => {
      if (node.type.name !== 'paragraph') return true;
      const read = node.attrs['_originalFormatting'] as Readonly<Record<string, unknown>> | null;
      const old = read && before.nodeAt(Math.min(back(at), before.content.size));
      if (!old || old.type !== node.type || old.attrs['_originalFormatting'] !== read) return false;
      const changed = DIRECT.filter((name) => !isSame(node.attrs[name], old.attrs[name]));
      if (changed.length === 0) return false;
      const now = Object.fromEntries(changed.map((name) => [name, node.attrs[name] ?? undefined]));
      tr.setNodeMarkup(at, undefined, { ...node.attrs, _originalFormatting: { ...read, ...now } });
      return false;
    });
  }
}

/** Between the lines of a table and its text, in twentieths of a point: what Word gives a new table by its style. */
const CELL_MARGINS = { top: 0, right: 108, bottom: 0, left: 108 };

/** Whether a table was made here, without a look of its own. */
const isNewTable = ({ attrs }: Node) => !attrs['cellMargins'] && !attrs['styleId'] && !attrs['_originalFormatting'];

/**
 * Gives new tables room around their text, and them and the empty paragraphs that come with them the direction of what stands
 * beside them; cells that of their table.
 */
function turnTables(tr: Transaction, parts: readonly Part[]): void {
  for (const part of parts) {
    const { from, to } = part;
    let turned = false;
    tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node, at, parent, index) => {
      const hasNone = (node.attrs['bidi'] ?? null) === null && at >= from && at + node.nodeSize <= to;
      if (node.type.name === 'table') {
        const beside = [parent?.maybeChild(index - 1), parent?.maybeChild(index + 1)];
        const turns = hasNone && beside.some((one) => one?.attrs['bidi'] === true);
        turned ||= turns;
        const padded = hasNone && isNewTable(node) ? { cellMargins: CELL_MARGINS } : {};
        if (turns || padded.cellMargins) {
          tr.setNodeMarkup(at, undefined, { ...node.attrs, ...padded, ...(turns && { bidi: true }) });
        }
        if (turns) swapLines(tr, node, at);
        if (turns || node.attrs['bidi'] === true) turnCells(tr, node, at, part);
        return false;
      }
      if (node.isTextblock && turned && hasNone && node.content.size === 0) {
        tr.setNodeMarkup(at, undefined, { ...node.attrs, bidi: true });
      }
      return !node.isTextblock;
    });
  }
}

/** Lines stand on their side of the page: those of a table that is turned go along with its cells. */
function swapLines(tr: Transaction, table: Node, start: number): void {
  table.descendants((node, offset) => {
    const lines = node.attrs['borders'] as Readonly<Record<string, unknown>> | null | undefined;
    if (lines && !isSame(lines['left'], lines['right'])) {
      const borders = { ...lines, left: lines['right'], right: lines['left'] };
      tr.setNodeMarkup(start + 1 + offset, undefined, { ...node.attrs, borders });
    }
    return node.type.name === 'tableRow';
  });
}

/** Gives the new paragraphs of a table that runs from the right its direction, but for those that have their own. */
function turnCells(tr: Transaction, table: Node, start: number, { from, to }: Part): void {
  table.descendants((node, offset) => {
    const at = start + 1 + offset;
    if (!node.isTextblock) return true;
    const isNew = at >= from && at + node.nodeSize <= to;
    if (isNew && (node.attrs['bidi'] ?? null) === null && firstWay(node.textContent) !== 'ltr') {
      tr.setNodeMarkup(at, undefined, { ...node.attrs, bidi: true });
    }
    return false;
  });
}

/** A document whose text was all replaced runs as it did: Word has its direction in the paragraph that stays. */
function keepWay(tr: Transaction, before: Node): void {
  const only = tr.doc.childCount === 1 ? tr.doc.firstChild : null;
  if (only?.type.name !== 'paragraph' || (only.attrs['bidi'] ?? null) !== null) return;
  if (before.firstChild?.attrs['bidi'] === true) tr.setNodeMarkup(0, undefined, { ...only.attrs, bidi: true });
}

/** Puts a line after a table that came to the end of the document: nothing could be typed there. */
function endWithLine(tr: Transaction, before: Node): void {
  const last = tr.doc.lastChild;
  if (last?.type.name !== 'table' || before.lastChild?.type.name === 'table') return;
  const line = tr.doc.type.schema.nodes['paragraph']?.create(last.attrs['bidi'] === true ? { bidi: true } : null);
  if (line) tr.insert(tr.doc.content.size, line);
}

const isSame = (one: unknown, other: unknown) =>
  (one ?? null) === (other ?? null) || JSON.stringify(one) === JSON.stringify(other);

const ZWNJ = '\u200c';

/** Shift and Space on Persian keyboards, and the keys of Word for Windows. */
const isZwnj = (event: KeyboardEvent) =>
  (event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey && event.code === 'Space') ||
  (event.shiftKey && event.ctrlKey && !event.altKey && event.code === 'Digit2');

/** Adds to the editor what typing in two directions needs: marks of direction, the keys of the non-joiner, and turned tables. */
export function typedInBothWays(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (!isZwnj(event)) return false;
        view.dispatch(view.state.tr.insertText(ZWNJ).scrollIntoView());
        return true;
      },
      transformPastedHTML: markPasted,
      transformPasted: (slice, view) => placed(turnPasted(slice, isRtlAt(view.state)), view.state),
    },
    appendTransaction(transactions, before, after) {
      const written = transactions.filter((one) => one.docChanged);
      // Undoing brings back what was there, marks and all.
      if (written.length === 0 || written.some((one) => one.getMeta('history$') !== undefined)) return null;
      const { tr } = after;
      const parts = writtenParts(written);
      const back = (position: number) =>
        written.toReversed().reduce((at, { mapping }) => mapping.invert().map(at, -1), position);
      keepDirect(tr, before.doc, back, parts);
      turnTables(tr, parts);
      fitCells(tr, before.doc, back, parts);
      keepWay(tr, before.doc);
      endWithLine(tr, before.doc);
      markItems(tr, parts);
      markDirections(tr, parts);
      const stored = after.storedMarks ?? storedBefore(written);
      if (!tr.docChanged && stored === after.storedMarks) return null;
      return stored ? tr.setStoredMarks(stored) : tr;
    },
  });
}

/** The marks of what is typed next, which are lost when another plugin adds something to a transaction. */
function storedBefore(added: readonly Transaction[]): readonly Mark[] | null {
  const roots = added.map((one) => one.getMeta('appendedTransaction') as Transaction | undefined);
  return roots.find((root) => root?.storedMarks)?.storedMarks ?? null;
}
