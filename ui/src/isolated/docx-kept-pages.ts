import type { FlowBlock, Fragment, Measure, Page } from '@eigenpal/docx-editor-core/layout-engine';

/** What pages are drawn from, as the library names it. */
interface Drawing {
  readonly blockLookup?: ReadonlyMap<string, { readonly block: FlowBlock; readonly measure: Measure }>;
  readonly resolvedCommentIds?: ReadonlySet<number>;
  readonly footnotesByPage?: ReadonlyMap<number, unknown>;
}

/** A page as it was drawn, to tell whether it has to be drawn again. */
export interface Print {
  readonly page: Page;
  readonly blocks: readonly (FlowBlock | undefined)[];
  readonly measures: readonly (Measure | undefined)[];
  readonly resolved: ReadonlySet<number> | undefined;
  /** It has what changes without its blocks: notes, and the frames of controls. */
  readonly isAlive: boolean;
}

export function printOf(page: Page, { blockLookup, resolvedCommentIds, footnotesByPage }: Drawing): Print {
  const found = page.fragments.map(({ blockId }) => blockLookup?.get(String(blockId)));
  return {
    page,
    blocks: found.map((one) => one?.block),
    measures: found.map((one) => one?.measure),
    resolved: resolvedCommentIds,
    isAlive: footnotesByPage?.get(page.number) !== undefined || found.some((one) => !one || one.block.sdtGroups),
  };
}

const sameValues = (one: object | undefined, other: object | undefined) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Whether two pages have all the same but for their content. */
export const hasSamePage = (was: Print, now: Print): boolean =>
  was.resolved === now.resolved &&
  was.page.number === now.page.number &&
  was.page.footnoteReservedHeight === now.page.footnoteReservedHeight &&
  sameValues(was.page.size, now.page.size) &&
  sameValues(was.page.margins, now.page.margins) &&
  sameValues(was.page.columns, now.page.columns);

/** By how many positions of the text a page moved that is drawn as it was; null: it is not. */
export function movedBy(was: Print, now: Print): number | null {
  const { page, blocks, measures } = now;
  if (was.isAlive || now.isAlive || was.blocks.length !== blocks.length) return null;
  let by: number | null = null;
  for (let at = 0; at < blocks.length; at += 1) {
    if (was.blocks[at] !== blocks[at] || was.measures[at] !== measures[at]) return null;
    const moved = fragmentMovedBy(was.page.fragments[at], page.fragments[at]);
    if (moved === null || (by !== null && by !== moved)) return null;
    by = moved;
  }
  return hasSamePage(was, now) ? (by ?? 0) : null;
}

type Values = Record<string, unknown>;

function fragmentMovedBy(was: Fragment | undefined, now: Fragment | undefined): number | null {
  if (!was || !now) return null;
  const one = was as unknown as Values;
  const other = now as unknown as Values;
  for (const key in other) if (one[key] !== other[key] && key !== 'pmStart' && key !== 'pmEnd') return null;
  const by = (now.pmStart ?? 0) - (was.pmStart ?? 0);
  return (now.pmEnd ?? 0) - (was.pmEnd ?? 0) === by ? by : null;
}

/** Attributes of drawn elements that are positions in the text. */
const PLACES = ['data-pm-start', 'data-pm-end', 'data-table-pm-start'] as const;

/** Moves the positions in the text that a drawn element and those in it have. */
export function movePlaces(element: Element, by: number): void {
  if (by === 0) return;
  moveOne(element, by);
  for (const one of element.querySelectorAll('[data-pm-start],[data-pm-end],[data-table-pm-start]')) moveOne(one, by);
}

function moveOne(element: Element, by: number): void {
  for (const place of PLACES) {
    const at = element.getAttribute(place);
    if (at !== null) element.setAttribute(place, String(Number(at) + by));
  }
}

/** A page and what it was drawn from, as the library keeps it. */
export interface Drawn {
  readonly element: Element;
  fingerprint: Print;
}

/** Leaves a page that is drawn as it was, with the new positions of its text; false: it has to be drawn again. */
export function leavePage(drawn: Drawn, now: Print): boolean {
  const by = movedBy(drawn.fingerprint, now);
  if (by === null) return false;
  // Headers and footers have positions in their own texts.
  const content = by === 0 ? null : drawn.element.querySelector('.layout-page-content');
  if (content) movePlaces(content, by);
  drawn.fingerprint = now;
  return true;
}

type Stories = Partial<
  Record<'headerContent' | 'footerContent' | 'firstPageHeaderContent' | 'firstPageFooterContent', StoryContent>
>;

interface StoryContent {
  readonly blocks: readonly FlowBlock[];
}

const printed = new WeakMap<StoryContent, string>();

/** A header or a footer as text, without the numbers that its blocks get with each layout and the bytes of its pictures. */
function printStory(content: StoryContent | undefined): string {
  if (!content) return '';
  const had = printed.get(content);
  if (had !== undefined) return had;
  const print = JSON.stringify(content.blocks, (key, value: unknown) => {
    if (key === 'id') return undefined;
    return key === 'src' && typeof value === 'string' ? value.length : value;
  });
  printed.set(content, print);
  return print;
}

/** Whether headers or footers are others than those that pages were drawn with. */
export const hasNewStories = (was: Stories, now: Stories): boolean =>
  printStory(was.headerContent) !== printStory(now.headerContent) ||
  printStory(was.footerContent) !== printStory(now.footerContent) ||
  printStory(was.firstPageHeaderContent) !== printStory(now.firstPageHeaderContent) ||
  printStory(was.firstPageFooterContent) !== printStory(now.firstPageFooterContent);

interface Pages extends Element {
  /** What the library knows of the pages that it drew here. */
  readonly __pageRenderState?: { readonly pageStates: readonly Drawn[] };
}

const hasSameSizes = ({ __pageRenderState: drawn }: Pages, pages: readonly Page[]) =>
  drawn?.pageStates.length === pages.length &&
  drawn.pageStates.every(({ fingerprint: { page } }, at) => sameValues(page.size, pages[at]?.size));

let readLater: (() => void) | null = null;

/**
 * Reads where a window is scrolled to before its pages are drawn, if they can move by it. To read it makes the browser lay
 * out all that changed, before and after the drawing.
 */
export function readScroll(container: Element, pages: readonly Page[], read: () => void): void {
  readLater = null;
  if (hasSameSizes(container, pages)) readLater = read;
  else read();
}

/** Called before all pages are thrown away and drawn anew, which moves them whatever their sizes are. */
export function beforeAllPages(): void {
  readLater?.();
  readLater = null;
}
