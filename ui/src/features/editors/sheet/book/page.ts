import type { SheetPage } from '~/api/document';
import { A4, PAPERS, usualSetup, type PageSetup } from './paper';
import type { Book } from './book';
import { effect, type Change, type Effect } from './effect';
import { NO_HEADERS_FOOTERS, type HeadersFooters } from './headers-footers';
import type { HeadsChange, Op } from './ops';

/** How a sheet of a file goes onto paper. */
export function setupOf({ print }: SheetPage): PageSetup {
  if (!print) return usualSetup;
  const {
    paper = A4,
    landscape = false,
    scale = 100,
    margins = usualSetup.margins,
    grid = false,
    centered = false,
  } = print;
  return {
    paper: PAPERS.has(paper) ? paper : A4,
    landscape,
    scale,
    fits: print.fits ? { wide: print.wide ?? 0, high: print.high ?? 0 } : null,
    margins,
    grid,
    centered,
    breaks: print.breaks ?? [],
    begin: print.begin ?? 1,
    edges: print.edges ?? usualSetup.edges,
    headersFooters: { ...NO_HEADERS_FOOTERS, ...print.heads },
  };
}

const ELEMENTS = {
  odd: ['oddHeader', 'oddFooter'],
  even: ['evenHeader', 'evenFooter'],
  first: ['firstHeader', 'firstFooter'],
};

/** What changes of headers and footers; null when nothing does. */
function headersFootersChange(old: HeadersFooters, heads: HeadersFooters): HeadsChange | null {
  const texts: Record<string, string> = {};
  for (const kind of ['odd', 'even', 'first'] as const)
    for (const [at, text] of heads[kind].entries()) if (text !== old[kind][at]) texts[ELEMENTS[kind][at] ?? ''] = text;
  const change = {
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(heads.onEven !== old.onEven && { onEven: heads.onEven }),
    ...(heads.onFirst !== old.onFirst && { onFirst: heads.onFirst }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

/** Changes how a sheet goes onto paper. */
export function setPage(book: Book, { sheet: id, setup }: Extract<Change, { kind: 'page' }>): Effect {
  const sheet = book.sheet(id);
  const old = sheet.print;
  const change = headersFootersChange(old.headersFooters, setup.headersFooters);
  sheet.print = setup;
  const page: Extract<Op, { op: 'page' }>['page'] = {
    ...(setup.landscape !== old.landscape && { landscape: setup.landscape }),
    ...(setup.paper !== old.paper && { paper: setup.paper }),
    ...(JSON.stringify(setup.fits) !== JSON.stringify(old.fits) && { fits: setup.fits !== null }),
    ...(setup.margins !== old.margins && { margins: setup.margins }),
    ...(setup.grid !== old.grid && { grid: setup.grid }),
    ...(change && { heads: change }),
  };
  const ops: Op[] = Object.keys(page).length > 0 ? [{ op: 'page', sheet: id, page }] : [];
  return effect([{ kind: 'page', sheet: id, setup: old }], ops);
}
