import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '~/kit/after-paint';
import type { Cells } from '~/kit/cells';
import type { Entry } from '../listing/entry';
import type { Entries } from '../listing/listing';
import {
  clear,
  click,
  context,
  selectAll,
  isSameSelection,
  isSelected,
  keepListed,
  moveTo,
  nothing,
  stepFrom,
  type Modifiers,
  type Selection,
  type Step,
} from '../listing/selection';
import { PAGE_SIZE } from '../listing/windows';

/** The selection of the list that is shown, and every way to change it. */
export interface Selecting {
  readonly selection: Selection;
  /** As it is now, even between two drawings. */
  readonly now: () => Selection;
  readonly set: (next: Selection) => void;
  readonly click: (index: number, modifiers: Modifiers) => Promise<void>;
  readonly context: (id: string) => void;
  readonly all: () => void;
  readonly clear: () => void;
  /** Moves the cursor and returns its new index. */
  readonly step: (step: Step, modifiers: Modifiers, cells: Cells, rowsPerPage: number) => Promise<number>;
  readonly jump: (index: number) => void;
  readonly cursorIndex: () => number;
}

function setAttribute(element: Element | null, name: string, value: string): void {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Shows in the drawn entries what is chosen. What else depends on it is drawn after the paint of that. It is said again after each
 * drawing: an element may have got another entry meanwhile.
 */
function markDrawn(selection: Selection): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-entries] [data-entry]')];
  // First where the cursor is: whoever hears the page is told of a row that is chosen, not of one that is no more.
  const cursor = all.find(({ dataset }) => dataset.entry === selection.cursor);
  if (cursor) setAttribute(cursor.closest('[data-entries]'), 'aria-activedescendant', cursor.id);
  for (const element of all) {
    const chosen = String(isSelected(selection, element.dataset.entry ?? ''));
    setAttribute(element, 'aria-selected', chosen);
    setAttribute(element.querySelector('[role=checkbox]'), 'aria-checked', chosen);
    if (element === cursor) setAttribute(element, 'data-cursor', 'true');
    else element.removeAttribute('data-cursor');
  }
}

export function useSelection(entries: Entries): Selecting {
  const [selection, setSelection] = useState<Selection>(nothing);
  const latest = useRef(selection);
  const order = useRef(entries);
  useLayoutEffect(() => {
    order.current = entries;
    markDrawn(latest.current);
  });

  const set = useCallback((next: Selection) => {
    // The second click of two chooses what is chosen: the page is not drawn anew for it.
    if (isSameSelection(next, latest.current)) return;
    latest.current = next;
    markDrawn(next);
    afterPaint(() => setSelection(latest.current));
  }, []);

  useEffect(() => {
    if (latest.current !== nothing && entries.count === 0) set(nothing);
  }, [entries.count, set]);

  // What others move or delete is chosen no more. Of a longer list not everything is known.
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (entries.loading || entries.count > PAGE_SIZE || latest.current.ids.size === 0) return;
    const next = keepListed(latest.current, entries, seen.current);
    if (next !== latest.current) set(next);
  });

  return useMemo(() => {
    const now = () => latest.current;
    /** A range needs all of its entries, so they are fetched first. */
    const reachRange = async (to: number, { shift }: Modifiers) => {
      const anchor = order.current.indexOf(now().anchor ?? now().cursor ?? '');
      if (shift && anchor >= 0) await order.current.reachAll(anchor, to);
    };
    const entryAt = async (index: number): Promise<Entry | null> =>
      order.current.entryAt(index) ?? order.current.reach(index);
    return {
      now,
      set,
      click: async (index, modifiers) => {
        await reachRange(index, modifiers);
        const entry = order.current.entryAt(index);
        if (entry) set(click(now(), order.current, entry.id, modifiers));
      },
      context: (id) => set(context(now(), id)),
      all: () => set(selectAll(now())),
      clear: () => set(clear(now())),
      step: async (step, modifiers, cells, rowsPerPage) => {
        const from = order.current.indexOf(now().cursor ?? '');
        const to = stepFrom(from, step, order.current.count, cells, rowsPerPage);
        if (to < 0) return -1;
        await reachRange(to, modifiers);
        const entry = await entryAt(to);
        if (entry) set(moveTo(now(), order.current, entry.id, modifiers));
        return to;
      },
      jump: (index) => {
        const entry = order.current.entryAt(index);
        if (entry) set(moveTo(now(), order.current, entry.id));
      },
      cursorIndex: () => order.current.indexOf(now().cursor ?? ''),
      selection,
    };
  }, [selection, set]);
}
