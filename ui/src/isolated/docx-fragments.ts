import type { FlowBlock, Fragment } from '@eigenpal/docx-editor-core/layout-engine';
import { hasSamePage, movePlaces, type Drawn, type Print } from './docx-kept-pages';

/** The fragments of the page being drawn whose elements stand there already. */
let standing: ReadonlySet<Fragment> | null = null;

/** Draws a fragment, or only the place of one whose element stays. */
export const drawFragment = (fragment: Fragment, draw: () => HTMLElement): HTMLElement =>
  standing?.has(fragment) ? document.createElement('div') : draw();

const hasPicture = (block: FlowBlock) => block.kind === 'paragraph' && block.runs.some(({ kind }) => kind === 'image');

/** Whether the content of a page is its fragments, each drawn for itself, with nothing that floats beside others. */
const isPlain = ({ blocks, isAlive }: Print) =>
  !isAlive &&
  blocks.every(
    (block) =>
      block &&
      (block.kind === 'paragraph' || block.kind === 'table') &&
      !hasPicture(block) &&
      !(block.kind === 'table' && block.floating),
  );

type Values = Record<string, unknown>;

/** Whether two fragments of one block look the same: all but the height on the page and the positions in the text. */
function looksSame(was: Fragment, now: Fragment): boolean {
  const one = was as unknown as Values;
  const other = now as unknown as Values;
  for (const key in other) {
    if (one[key] !== other[key] && key !== 'pmStart' && key !== 'pmEnd' && key !== 'y') return false;
  }
  const by = (now.pmStart ?? 0) - (was.pmStart ?? 0);
  return (now.pmEnd ?? 0) - (was.pmEnd ?? 0) === by;
}

/** The lines around a paragraph depend on its neighbours. */
const hasBorders = (block: FlowBlock | undefined) => block?.kind === 'paragraph' && Boolean(block.attrs?.borders);

/** For each fragment of a page the number of the one that was drawn of it before, or -1. */
export function matchFragments(was: Print, now: Print): number[] {
  const drawn = new Map<FlowBlock | undefined, number[]>();
  for (const [at, block] of was.blocks.entries()) drawn.set(block, [...(drawn.get(block) ?? []), at]);
  return now.page.fragments.map((fragment, at) => {
    const block = now.blocks[at];
    if (hasBorders(block)) return -1;
    const candidates = drawn.get(block) ?? [];
    const found = candidates.findIndex((one) => {
      const before = was.page.fragments[one];
      return before && was.measures[one] === now.measures[at] && looksSame(before, fragment);
    });
    return found < 0 ? -1 : (candidates.splice(found, 1)[0] ?? -1);
  });
}

const contentOf = (page: Element) => page.querySelector<HTMLElement>('.layout-page-content');

/**
 * Draws only those fragments of a drawn page that are not as they were; the others stay, at their new height and with their
 * new positions. False: the page has to be drawn as a whole. `draw` draws the page by drawFragment.
 */
export function redrawFragments(drawn: Drawn, now: Print, draw: () => Element): boolean {
  const was = drawn.fingerprint;
  const content = contentOf(drawn.element);
  if (!content || !hasSamePage(was, now) || !isPlain(was) || !isPlain(now)) return false;
  const had = [...content.children] as HTMLElement[];
  if (had.length !== was.page.fragments.length) return false;
  const matches = matchFragments(was, now);
  standing = new Set(now.page.fragments.filter((_, at) => matches[at] !== -1));
  let made: HTMLElement[];
  try {
    made = [...(contentOf(draw())?.children ?? [])] as HTMLElement[];
  } finally {
    standing = null;
  }
  if (made.length !== matches.length) return false;
  const stays = new Set(matches);
  for (const [at, element] of had.entries()) if (!stays.has(at)) element.remove();
  let next = content.firstElementChild;
  for (const [at, place] of made.entries()) {
    const match = matches[at] ?? -1;
    const element = had[match] ?? place;
    if (element !== place) {
      moveTo(element, place);
      const [before, after] = [was.page.fragments[match], now.page.fragments[at]];
      movePlaces(element, (after?.pmStart ?? 0) - (before?.pmStart ?? 0));
    }
    if (element === next) next = next.nextElementSibling;
    else content.insertBefore(element, next);
  }
  drawn.fingerprint = now;
  return true;
}

/** Gives an element the place on the page that another one has. */
function moveTo({ style }: HTMLElement, { style: place }: HTMLElement): void {
  if (style.top !== place.top) style.top = place.top;
}
