import type JSZip from 'jszip';
import type { Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';

/*
 * The lists of a document, which the mended places of the editor's library ask for (vite.editor.ts). The library took the
 * lists 1 and 2 for bullets and numbers, whatever they are in the document, and left the number of an item as it was when
 * the item went to another level.
 */

interface Level {
  readonly ilvl: number;
  readonly start?: number;
  readonly numFmt: string;
  readonly lvlText: string;
  readonly lvlJc?: string;
  readonly pPr?: Readonly<Record<string, unknown>>;
}

interface Abstract {
  readonly abstractNumId: number;
  readonly multiLevelType?: string;
  readonly levels: readonly Level[];
  readonly numStyleLink?: string;
  readonly styleLink?: string;
}

interface Num {
  readonly numId: number;
  readonly abstractNumId: number;
  readonly levelOverrides?: readonly { readonly ilvl: number; readonly startOverride?: number; readonly lvl?: Level }[];
}

/** The lists that a document defines, as the library reads them. */
export interface Numbering {
  readonly abstractNums: Abstract[];
  readonly nums: Num[];
}

/** The place of an item in the lists of its document. */
export interface Place {
  readonly numId?: number | null;
  readonly ilvl?: number | null;
}

let numbering: Numbering = { abstractNums: [], nums: [] };
/** Numbers of the lists that were begun since the document was opened. */
let begun = new Set<number>();

/** Takes the lists of the document that was opened; new ones are added to them. */
export function takeLists(lists: Numbering): void {
  numbering = lists;
  begun = new Set();
}

/** Takes the lists of a document of the library, which writes those that are added when it has none. */
export function takeListsOf(document: { package: { numbering?: object } } | null | undefined): void {
  if (document) takeLists((document.package.numbering ??= { abstractNums: [], nums: [] }) as Numbering);
}

/** Whether lists were begun since the document was opened. */
export const hasNewLists = (): boolean => begun.size > 0;

const numOf = (numId: number) => numbering.nums.find((one) => one.numId === numId);

function levelOf(numId: number, ilvl: number): Level | undefined {
  const num = numOf(numId);
  const own = num?.levelOverrides?.find((one) => one.ilvl === ilvl)?.lvl;
  const abstract = numbering.abstractNums.find(({ abstractNumId }) => abstractNumId === num?.abstractNumId);
  const linked =
    abstract?.numStyleLink && abstract.levels.length === 0
      ? numbering.abstractNums.find(({ styleLink, levels }) => styleLink === abstract.numStyleLink && levels.length > 0)
      : abstract;
  return own ?? linked?.levels.find((one) => one.ilvl === ilvl);
}

/** Whether the items of a list have signs and not numbers. */
export const isBulletList = ({ numId, ilvl }: Place): boolean =>
  levelOf(numId ?? 0, ilvl ?? 0)?.numFmt === 'bullet' || levelOf(numId ?? 0, 0)?.numFmt === 'bullet';

/** Whether a paragraph is an item of a list with signs, or else of one with numbers. */
export function isItemOf(attrs: Readonly<Record<string, unknown>>, isBullet: boolean): boolean {
  const place = attrs['numPr'] as Place | null | undefined;
  return Boolean(place?.numId) && isBulletList(place ?? {}) === isBullet;
}

/** Attributes of an item that follow from its place; undefined for a list that the document does not define. */
export function markOf({ numId, ilvl }: Place): Record<string, unknown> | undefined {
  const num = numOf(numId ?? 0);
  if (!num) return undefined;
  const depth = ilvl ?? 0;
  const level = levelOf(num.numId, depth);
  const formats = Array.from({ length: depth + 1 }, (_, at) => levelOf(num.numId, at)?.numFmt ?? 'decimal');
  return {
    listNumFmt: level?.numFmt ?? 'decimal',
    listIsBullet: level?.numFmt === 'bullet',
    listMarker: level?.lvlText ?? `%${depth + 1}.`,
    listLevelNumFmts: formats,
    listAbstractNumId: num.abstractNumId,
    listStartOverride: num.levelOverrides?.find((one) => one.ilvl === depth)?.startOverride ?? null,
  };
}

const DEPTHS = Array.from({ length: 9 }, (_, at) => at);
const SIGNS = ['•', '–', '▪'] as const;
/** Between the number of an item and its text, by depth; the later ones hold more numbers. Twips. */
const HANGS = [360, 540, 720] as const;

const levelFor = (isBullet: boolean, ilvl: number): Level => ({
  ilvl,
  start: 1,
  numFmt: isBullet ? 'bullet' : 'decimal',
  lvlText: isBullet
    ? (SIGNS[ilvl % SIGNS.length] ?? '•')
    : DEPTHS.slice(0, ilvl + 1)
        .map((at) => `%${at + 1}.`)
        .join(''),
  lvlJc: 'left',
  pPr: {
    indentLeft: 720 * (ilvl + 1),
    indentFirstLine: isBullet ? 360 : (HANGS[ilvl] ?? 720),
    hangingIndent: true,
  },
});

const after = (all: readonly number[]) => Math.max(0, ...all) + 1;

/** Begins a list of nine levels, and returns its number. */
export function beginList(isBullet: boolean): number {
  const abstractNumId = after(numbering.abstractNums.map((one) => one.abstractNumId));
  const numId = after(numbering.nums.map((one) => one.numId));
  const levels = DEPTHS.map((ilvl) => levelFor(isBullet, ilvl));
  numbering.abstractNums.push({ abstractNumId, multiLevelType: isBullet ? 'hybridMultilevel' : 'multilevel', levels });
  numbering.nums.push({ numId, abstractNumId });
  begun.add(numId);
  return numId;
}

const hasSigns = ({ numId }: Num) => DEPTHS.every((ilvl) => levelOf(numId, ilvl)?.numFmt === 'bullet');

/** A list with signs on all levels that the document has, or a new one: signs do not count, and any will do. */
export const signList = (): number => numbering.nums.find(hasSigns)?.numId ?? beginList(true);

/** The list that the buttons put the chosen paragraphs into: that of the neighbour before or after them, or another one. */
export function listFor({ selection: { $from, $to } }: EditorState, isBullet: boolean): number {
  const depth = $from.sharedDepth($to.pos);
  const top = $from.depth > depth ? depth : depth - 1;
  const within = $from.node(top);
  const beside = [within.maybeChild($from.index(top) - 1), within.maybeChild($to.index(top) + 1)];
  const neighbour = beside.find((one) => one && isItemOf(one.attrs, isBullet));
  const place = neighbour?.attrs['numPr'] as Place | undefined;
  return place?.numId ?? (isBullet ? signList() : beginList(false));
}

/** Attributes of a paragraph that becomes an item. */
export const itemIn = (numId: number, ilvl: number): Record<string, unknown> => ({
  numPr: { numId, ilvl },
  ...markOf({ numId, ilvl }),
});

const NO_INDENT = { indentLeft: null, indentFirstLine: null, hangingIndent: null };
const NO_ITEM = { numPr: null, listIsBullet: null, listNumFmt: null, listMarker: null };

/** Attributes of an empty item that Enter moves one level out, and out of its list at last. */
export function movedOut({ numPr }: Readonly<{ numPr: Place }>): Record<string, unknown> {
  const depth = numPr.ilvl ?? 0;
  return depth > 0 ? { numPr: { ...numPr, ilvl: depth - 1 }, ...NO_INDENT } : { ...NO_ITEM, ...NO_INDENT };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Gives items that came to another place in the lists the number or sign of it. */
export function markItems(tr: Transaction, parts: readonly { readonly from: number; readonly to: number }[]): void {
  for (const { from, to } of parts) {
    tr.doc.nodesBetween(from, Math.min(to, tr.doc.content.size), (node: Node, at: number) => {
      if (!node.isTextblock) return true;
      const place = node.attrs['numPr'] as Place | null | undefined;
      const mark = place?.numId ? markOf(place) : undefined;
      if (mark && Object.entries(mark).some(([name, value]) => !isSame(node.attrs[name], value))) {
        tr.setNodeMarkup(at, undefined, { ...node.attrs, ...mark });
      }
      return false;
    });
  }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const levelXml = ({ ilvl, start = 1, numFmt, lvlText, lvlJc = 'left', pPr = {} }: Level) =>
  `<w:lvl w:ilvl="${ilvl}"><w:start w:val="${start}"/><w:numFmt w:val="${numFmt}"/><w:lvlText w:val="${escape(lvlText)}"/>` +
  `<w:lvlJc w:val="${lvlJc}"/><w:pPr><w:ind w:left="${String(pPr['indentLeft'])}" w:hanging="${String(pPr['indentFirstLine'])}"/></w:pPr></w:lvl>`;

/** Writes lists into the part of a document that defines lists; the definitions come before the lists that follow them. */
export function withLists(xml: string, lists: readonly number[]): string {
  const missing = lists.filter((numId) => !new RegExp(`<w:num [^>]*w:numId="${numId}"`).test(xml)).map(numOf);
  const nums = missing.flatMap((num) => num ?? []);
  if (nums.length === 0) return xml;
  const open = /<w:numbering(?:\s[^>]*)?\/>/.test(xml)
    ? xml.replace(/(<w:numbering[^>]*)\/>/, '$1></w:numbering>')
    : xml;
  const abstracts = nums.map(({ abstractNumId }) => {
    const abstract = numbering.abstractNums.find((one) => one.abstractNumId === abstractNumId);
    return (
      `<w:abstractNum w:abstractNumId="${abstractNumId}"><w:multiLevelType w:val="${abstract?.multiLevelType ?? 'multilevel'}"/>` +
      `${(abstract?.levels ?? []).map(levelXml).join('')}</w:abstractNum>`
    );
  });
  const items = nums.map(
    ({ numId, abstractNumId }) => `<w:num w:numId="${numId}"><w:abstractNumId w:val="${abstractNumId}"/></w:num>`,
  );
  const [first, last] = [/<w:num |<w:numIdMacAtCleanup|<\/w:numbering>/, /<w:numIdMacAtCleanup|<\/w:numbering>/].map(
    (at) => open.search(at),
  );
  if (first === undefined || last === undefined || first < 0) return xml;
  return open.slice(0, first) + abstracts.join('') + open.slice(first, last) + items.join('') + open.slice(last);
}

const LISTS = 'word/numbering.xml';

/** Writes the lists that were begun and are used into a document that has others; the library writes them where none are. */
export async function writeLists(zip: JSZip): Promise<void> {
  const part = zip.file(LISTS);
  if (!part) return;
  const texts = await Promise.all(zip.file(/^word\/[^/]+\.xml$/).map((one) => one.async('text')));
  const used = [...begun].filter((numId) => texts.some((text) => text.includes(`<w:numId w:val="${numId}"/>`)));
  zip.file(LISTS, withLists(await part.async('text'), used));
}
