import { foldLetter } from './find-text';

/** Text as it is compared. */
export const foldWords = (text: string): string =>
  Array.from(text, (letter) => foldLetter(letter))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim();

/** Text as it is compared, and where each of its letters stands. */
export function foldedLetters(source: string, keepsCase = false): { text: string; places: readonly number[] } {
  let text = '';
  const places: number[] = [];
  for (let place = 0; place < source.length; place++) {
    for (const letter of foldLetter(source[place] ?? '', keepsCase)) {
      text += letter;
      places.push(place);
    }
  }
  return { text, places };
}

interface Letters {
  readonly text: string;
  /** The node and the place in it of each letter of the text. */
  readonly nodes: readonly Text[];
  readonly places: readonly number[];
}

const BLOCKS = new Set(['P', 'DIV', 'LI', 'TD', 'TH', 'TR', 'SECTION', 'ARTICLE', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6']);

function blockOf(node: Node): Element | null {
  let element = node.parentElement;
  while (element && !BLOCKS.has(element.tagName)) element = element.parentElement;
  return element;
}

function lettersOf(root: Node): Letters {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const places: number[] = [];
  let text = '';
  let block: Element | null = null;
  const add = (letter: string, node: Text, place: number) => {
    if (letter === ' ' && (text === '' || /\s$/.test(text))) return;
    text += letter;
    nodes.push(node);
    places.push(place);
  };
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (['STYLE', 'SCRIPT'].includes(node.parentElement?.tagName ?? '')) continue;
    const own = blockOf(node);
    if (own !== block) add('\n', node, 0);
    block = own;
    for (let place = 0; place < node.data.length; place++) {
      for (const letter of foldLetter(node.data[place] ?? '')) add(letter, node, place);
    }
  }
  return { text, nodes, places };
}

function withoutSpaces({ text, nodes, places: at }: Letters): Letters {
  const kept = Array.from({ length: text.length }, (_, index) => index).filter((index) => text[index] !== ' ');
  return {
    text: text.replaceAll(' ', ''),
    nodes: kept.flatMap((index) => nodes[index] ?? []),
    places: kept.map((index) => at[index] ?? 0),
  };
}

function places(text: string, words: string): [from: number, until: number][] {
  const found: [number, number][] = [];
  for (let at = text.indexOf(words); at >= 0 && found.length < 2000; at = text.indexOf(words, at + words.length)) {
    found.push([at, at + words.length]);
  }
  return found;
}

/**
 * The places of the words below an element, in the order of reading: of all of them together, or of each where they
 * never stand so.
 */
export function findWords(root: Node, words: string): Range[] {
  const wanted = foldWords(words);
  if (wanted === '') return [];
  let letters = lettersOf(root);
  let found = places(letters.text, wanted);
  if (found.length === 0) {
    // A space and a joiner stand for one another.
    const joined = withoutSpaces(letters);
    found = places(joined.text, wanted.replaceAll(' ', ''));
    if (found.length > 0) letters = joined;
  }
  if (found.length === 0) {
    found = [...new Set(wanted.split(' '))]
      .flatMap((word) => places(letters.text, word))
      .toSorted(([one], [other]) => one - other);
  }
  return found.map(([from, until]) => {
    const range = document.createRange();
    const [first, last] = [letters.nodes[from], letters.nodes[until - 1]];
    if (first && last) {
      range.setStart(first, letters.places[from] ?? 0);
      range.setEnd(last, (letters.places[until - 1] ?? 0) + 1);
    }
    return range;
  });
}

/** Colours the places where the browser can (::highlight(found), ::highlight(found-now)), and scrolls to one. */
export function showFound(ranges: readonly Range[], at: number): void {
  const now = ranges[at];
  if ('highlights' in CSS) {
    CSS.highlights.delete('found');
    CSS.highlights.delete('found-now');
    if (ranges.length > 0) CSS.highlights.set('found', new Highlight(...ranges.filter((range) => range !== now)));
    if (now) CSS.highlights.set('found-now', new Highlight(now));
  } else if (now) {
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(now);
  }
  now?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
