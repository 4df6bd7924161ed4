import type JSZip from 'jszip';
import { sideOf } from './docx-paragraph';
import type { ChangesShown } from './protocol';
import { Parts } from './parts';
import { loosen } from './strict';
import { addTurnedStyles, turnWordTables } from './tables';
import { Theme } from './theme-colours';
import { chooseAlternates } from './word-alternates';
import { hasChanges, markChanges, settleChanges, type Change } from './word-changes';
import { Comments } from './word-comments';
import { nameColours } from './word-colours';
import { Drawings } from './word-drawings';
import { child, childrenOf, isOn, parse, propertiesOf, put, value, W } from './word-elements';
import { Lists, type Marker } from './word-lists';
import { inheritStories, markPageNumbers } from './word-page-numbers';
import { Styles, withoutDirections, type Complex } from './word-styles';

const PARTS = /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/;

function changeRun(run: Element, { size, bold, font }: Complex): void {
  const properties = propertiesOf(run, 'rPr');
  if (size !== null) put(properties, 'sz', { val: size });
  put(properties, 'b', { val: bold ? '1' : '0' });
  if (font !== null) {
    child(properties, 'rFonts')?.remove();
    put(properties, 'rFonts', { ascii: font });
  }
}

/** Signs of Symbol and Wingdings, which few devices have, and signs of every font that look like them. */
const SIGNS: Record<string, string> = {
  b7: '•',
  a7: '▪',
  a8: '◻',
  d8: '➢',
  fc: '✓',
  '76': '❖',
  '6f': '◦',
  e0: '→',
  '2d': '–',
};

const sign = (_: string, letter: string) => SIGNS[letter.charCodeAt(0).toString(16).slice(2)] ?? '•';

/** Gives lists the bullets that can be drawn. */
async function drawableBullets(zip: JSZip): Promise<Document | null> {
  const part = zip.file('word/numbering.xml');
  const text = await part?.async('string');
  if (!part || !text) return null;
  const drawn = text.replaceAll(/([\uf020-\uf0ff])/g, sign);
  if (drawn !== text) zip.file(part.name, drawn);
  return parse(drawn);
}

/** Elements around text and rows that do not change them; the viewer looks into some of them only. */
const WRAPS = 'fldSimple, sdt, customXml, smartTag, dir, bdo';
/** Where the viewer looks for contents that are wrapped by a control. */
const KNOWN_WRAPS = new Set(['body', 'p', 'tc', 'hdr', 'ftr', 'footnote', 'endnote']);

/** Takes the wraps away that the viewer does not look into. */
function unwrap(xml: Document): void {
  for (const wrap of [...xml.querySelectorAll(WRAPS)].toReversed()) {
    const isControl = wrap.localName === 'sdt';
    if (wrap.namespaceURI !== W || (isControl && KNOWN_WRAPS.has(wrap.parentElement?.localName ?? ''))) continue;
    const within = isControl ? child(wrap, 'sdtContent') : wrap;
    // Not as arguments of one call: there may be more children than a call takes.
    const contents = xml.createDocumentFragment();
    for (const one of Array.from(within?.children ?? [])) {
      if (!/^(\w+Pr|fldData)$/.test(one.localName)) contents.append(one);
    }
    wrap.replaceWith(contents);
  }
}

/** The bookmark by which a paragraph that was drawn is found again. */
const BOOKMARK = 'anbar-item-';

/** The name that the viewer gives to a place of the document, and nobody else. */
function mark(paragraph: Element, number: number): void {
  const place = paragraph.ownerDocument.createElementNS(W, 'w:bookmarkStart');
  place.setAttributeNS(W, 'w:name', BOOKMARK + number);
  const properties = child(paragraph, 'pPr');
  if (properties) properties.after(place);
  else paragraph.prepend(place);
}

/** Says of a paragraph itself how it runs and stands, as the viewer understands it. */
function direct(paragraph: Element, styles: Styles): boolean {
  const { bidi, jc } = styles.ofParagraph(paragraph);
  const properties = child(paragraph, 'pPr');
  if (properties) childrenOf(properties, 'bidi').forEach((one) => one.remove());
  const isRtl = bidi === true;
  if (isRtl) put(propertiesOf(paragraph, 'pPr'), 'bidi');
  const side = sideOf({ alignment: jc, bidi: isRtl });
  const said = side === 'justify' ? 'both' : side;
  if (said !== undefined && said !== jc) put(propertiesOf(paragraph, 'pPr'), 'jc', { val: said });
  return isRtl;
}

const SPECIAL = new RegExp(
  '<w:(rtl|bidi|bidiVisual|numPr|footnoteReference|endnoteReference|fldSimple|fldChar|(?:header|footer)Reference|sdt|customXml|smartTag|dir|bdo|' +
    'ins|del|moveFrom|moveTo|\\w+Change|comment\\w+|drawing|pict|object|altChunk|shd|bdr|pBdr|\\w+Borders)\\b|<mc:|<w:jc w:val="(?!left"|center"|right"|both")',
);

/** What the viewer drew places for. */
export interface Prepared {
  /** The items of the lists of a document, by the numbers in the names of their bookmarks. */
  readonly items: readonly Marker[];
  readonly changes: readonly Change[];
  readonly hasChanges: boolean;
  readonly comments: Comments;
  readonly drawings: Drawings;
}

/**
 * Prepares a document of Word for the viewer, which does not read all that it means: font, size and weight of letters that are
 * written from the right (szCs, bCs, rFonts w:cs), the edge that alignment names in a paragraph from the right, the numbers of
 * lists, tables from the right, and text in fields and controls. Each is put where it does.
 */
export async function prepareWord(
  zip: JSZip,
  changesShown: ChangesShown,
  words: Readonly<Record<string, string>>,
): Promise<Prepared> {
  await loosen(zip);
  const lists = new Lists(await drawableBullets(zip));
  const sheet = zip.file('word/styles.xml');
  const styled = await sheet?.async('string');
  const xmlOfStyles = styled === undefined ? null : parse(styled);
  const styles = new Styles(xmlOfStyles);
  const comments = await Comments.of(zip);
  const theme = await Theme.of(zip);
  const drawings = new Drawings(new Parts(zip), theme, words);
  const items: Marker[] = [];
  const changes: Change[] = [];
  let changed = false;
  const turnedStyles = new Set<string>();
  for (const part of zip.file(PARTS)) {
    const text = await part.async('string');
    if (!styles.directs && !SPECIAL.test(text)) continue;
    const xml = parse(text);
    chooseAlternates(xml);
    changed ||= hasChanges(xml);
    markPageNumbers(xml);
    inheritStories(xml);
    unwrap(xml);
    if (changesShown === 'shown') markChanges(xml, changes);
    else settleChanges(xml, changesShown);
    comments.mark(xml);
    nameColours(xml, theme);
    prepareRuns(xml, styles);
    prepareParagraphs(xml, styles, lists, items);
    await drawings.prepare(xml, part.name);
    turnWordTables(xml, W, turnedStyles);
    zip.file(part.name, new XMLSerializer().serializeToString(xml));
  }
  if (sheet && xmlOfStyles) {
    if (styles.directs) withoutDirections(xmlOfStyles);
    nameColours(xmlOfStyles, theme);
    addTurnedStyles(xmlOfStyles, W, turnedStyles);
    zip.file(sheet.name, new XMLSerializer().serializeToString(xmlOfStyles));
  }
  return { items, changes, hasChanges: changed, comments, drawings };
}

function prepareRuns(xml: Document, styles: Styles): void {
  for (const run of xml.getElementsByTagNameNS(W, 'r')) {
    const properties = child(run, 'rPr');
    if (child(run, 'footnoteReference') ?? child(run, 'endnoteReference')) {
      // The viewer writes the number higher by itself, and twice in a run that is so.
      child(properties, 'vertAlign')?.remove();
    }
    if (isOn(child(properties, 'rtl')) === true) changeRun(run, styles.ofRun(run));
  }
}

function prepareParagraphs(xml: Document, styles: Styles, lists: Lists, items: Marker[]): void {
  for (const paragraph of xml.getElementsByTagNameNS(W, 'p')) {
    const { list, level } = styles.ofParagraph(paragraph);
    const isRtl = direct(paragraph, styles);
    if (list === null) continue;
    const own = value(child(child(child(paragraph, 'pPr'), 'numPr'), 'ilvl'));
    const depth = own === null ? (lists.levelOfStyle(list, styles.nameOf(paragraph)) ?? level ?? 0) : Number(own);
    const marker = lists.next(list, depth, isRtl);
    if (!marker) continue;
    mark(paragraph, items.length);
    items.push(marker);
  }
}

/** Writes the marks of lists before their items. */
export function showItems(body: HTMLElement, items: readonly Marker[]): void {
  const places = body.querySelectorAll<HTMLElement>(`span[id^="${BOOKMARK}"]`);
  const found = [...places].map((place) => {
    const paragraph = place.closest('p');
    const marker = items[Number(place.id.slice(BOOKMARK.length))];
    const hangs = paragraph ? -Number.parseFloat(getComputedStyle(paragraph).textIndent) : 0;
    return { place, paragraph, marker, hangs };
  });
  for (const { place, paragraph, marker, hangs } of found) {
    place.remove();
    if (!paragraph || !marker) continue;
    const space = { tab: hangs > 0 ? '' : '\u2003', space: ' ' }[marker.suffix] ?? '';
    paragraph.dataset['item'] = marker.text + space;
    if (hangs > 0 && marker.suffix === 'tab') paragraph.style.setProperty('--item', `${hangs}px`);
  }
}
