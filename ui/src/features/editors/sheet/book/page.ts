import type { SheetPage } from '~/api/document';
import { A4, PAPERS, usualSetup, type PageSetup } from './paper';
import type { Book } from './book';
import { effect, type Change, type Effect } from './effect';
import type { Op } from './ops';

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
  };
}

/** Changes how a sheet goes onto paper. */
export function setPage(book: Book, { sheet: id, setup }: Extract<Change, { kind: 'page' }>): Effect {
  const sheet = book.sheet(id);
  const old = sheet.print;
  sheet.print = setup;
  const page: Extract<Op, { op: 'page' }>['page'] = {
    ...(setup.landscape !== old.landscape && { landscape: setup.landscape }),
    ...(setup.paper !== old.paper && { paper: setup.paper }),
    ...(JSON.stringify(setup.fits) !== JSON.stringify(old.fits) && { fits: setup.fits !== null }),
    ...(setup.margins !== old.margins && { margins: setup.margins }),
    ...(setup.grid !== old.grid && { grid: setup.grid }),
  };
  const ops: Op[] = Object.keys(page).length > 0 ? [{ op: 'page', sheet: id, page }] : [];
  return effect([{ kind: 'page', sheet: id, setup: old }], ops);
}
