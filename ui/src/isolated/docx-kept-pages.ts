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

/** By how many positions of the text a page moved that is drawn as it was; null: it is not. */
export function movedBy(was: Print, now: Print): number | null {
  const { page, blocks, measures } = now;
  if (was.isAlive || now.isAlive || was.resolved !== now.resolved || was.blocks.length !== blocks.length) return null;
  if (was.page.number !== page.number || was.page.footnoteReservedHeight !== page.footnoteReservedHeight) return null;
  let by: number | null = null;
  for (let at = 0; at < blocks.length; at += 1) {
    if (was.blocks[at] !== blocks[at] || was.measures[at] !== measures[at]) return null;
    const moved = fragmentMovedBy(was.page.fragments[at], page.fragments[at]);
    if (moved === null || (by !== null && by !== moved)) return null;
    by = moved;
  }
  const isSame =
    sameValues(was.page.size, page.size) &&
    sameValues(was.page.margins, page.margins) &&
    sameValues(was.page.columns, page.columns);
  return isSame ? (by ?? 0) : null;
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
const PLACES = ['pmStart', 'pmEnd', 'tablePmStart'] as const;

function movePage(page: Element, by: number): void {
  // Headers and footers have positions in their own texts.
  const content = page.querySelector('.layout-page-content');
  for (const element of content?.querySelectorAll<HTMLElement>('[data-pm-start],[data-pm-end],[data-table-pm-start]') ??
    []) {
    for (const place of PLACES) {
      const at = element.dataset[place];
      if (at !== undefined) element.dataset[place] = String(Number(at) + by);
    }
  }
}

interface Drawn {
  readonly element: Element;
  fingerprint: Print;
}

/** Leaves a page that is drawn as it was, with the new positions of its text; false: it has to be drawn again. */
export function leavePage(drawn: Drawn, now: Print): boolean {
  const by = movedBy(drawn.fingerprint, now);
  if (by === null) return false;
  if (by !== 0) movePage(drawn.element, by);
  drawn.fingerprint = now;
  return true;
}
