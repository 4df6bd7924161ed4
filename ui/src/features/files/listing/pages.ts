import type { Entry } from './entry';
import type { Page } from './listing';
import { PAGE_SIZE } from './windows';

type Pages = ReadonlyMap<number, Page>;

/** The fetched pages of one list without some entries: later ones move up. Null when none was fetched. */
export function withoutEntries(pages: Pages, gone: (entry: Entry) => boolean): Map<number, Page> | null {
  const numbers = [...pages.keys()].sort((a, b) => a - b);
  const kept = new Map<number, Entry>();
  let removed = 0;
  let folders = 0;
  for (const number of numbers) {
    pages.get(number)?.entries.forEach((entry, at) => {
      if (gone(entry)) {
        removed++;
        if (entry.kind === 'directory') folders++;
      } else kept.set((number - 1) * PAGE_SIZE + at - removed, entry);
    });
  }
  if (removed === 0) return null;
  const next = new Map<number, Page>();
  for (const number of numbers) {
    const page = pages.get(number);
    if (!page) continue;
    const entries: Entry[] = [];
    for (let at = 0; at < PAGE_SIZE; at++) {
      const entry = kept.get((number - 1) * PAGE_SIZE + at);
      // This page has gaps that are not fetched; entries after them would get wrong positions.
      if (!entry) break;
      entries.push(entry);
    }
    next.set(number, {
      ...page,
      entries,
      total: Math.max(0, page.total - removed),
      ...(page.folders !== undefined && { folders: Math.max(0, page.folders - folders) }),
    });
  }
  return next;
}

/** A page with some entries changed; the same page when none of them is on it. */
export function withChanged(page: Page, changed: (entry: Entry) => Entry): Page {
  let any = false;
  const entries = page.entries.map((entry) => {
    const next = changed(entry);
    any ||= next !== entry;
    return next;
  });
  return any ? { ...page, entries } : page;
}
