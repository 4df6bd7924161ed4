import { below, type Cells } from '~/kit/cells';

/** The list as selection sees it. Ids are null where the list has not been fetched. */
export interface Order {
  readonly count: number;
  readonly idAt: (index: number) => string | null;
  /** -1 when the id is not known. */
  readonly indexOf: (id: string) => number;
}

/** The chosen entries of a list. Immutable: every change makes a new one. */
export interface Selection {
  /** Everything is chosen, except `ids`. Includes entries that have not been fetched. */
  readonly all: boolean;
  readonly ids: ReadonlySet<string>;
  /** Where a range begins. */
  readonly anchor: string | null;
  /** Where the keyboard is. */
  readonly cursor: string | null;
}

export interface Modifiers {
  readonly ctrl?: boolean;
  readonly shift?: boolean;
}

export const nothing: Selection = { all: false, ids: new Set(), anchor: null, cursor: null };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.ids.has(id) !== selection.all;
}

export function countSelected(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.ids.size) : selection.ids.size;
}

export function isSameSelection(a: Selection, b: Selection): boolean {
  const isSame = a.all === b.all && a.anchor === b.anchor && a.cursor === b.cursor && a.ids.size === b.ids.size;
  return isSame && [...a.ids].every((id) => b.ids.has(id));
}

/** A click, with the meaning that every desktop gives to Ctrl and Shift. */
export function click(selection: Selection, order: Order, id: string, { ctrl, shift }: Modifiers = {}): Selection {
  if (shift && selection.anchor) {
    const range = between(order, selection.anchor, id);
    const ids = ctrl && !selection.all ? new Set([...selection.ids, ...range]) : new Set(range);
    return { all: false, ids, anchor: selection.anchor, cursor: id };
  }
  if (ctrl) return toggle(selection, id);
  return only(id);
}

export function only(id: string): Selection {
  return { all: false, ids: new Set([id]), anchor: id, cursor: id };
}

/** An entry that one works on: chosen, or on a touch screen only the cursor, because a tap beside a selection adds to it. */
export function focusOn(id: string): Selection {
  return matchMedia('(pointer: coarse)').matches ? { ...nothing, anchor: id, cursor: id } : only(id);
}

export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { all: selection.all, ids, anchor: id, cursor: id };
}

/** A right click keeps a selection that the item is part of. */
export function context(selection: Selection, id: string): Selection {
  return isSelected(selection, id) ? { ...selection, cursor: id } : only(id);
}

/** The cursor goes to `id`: alone, with Shift as the end of a range, with Ctrl without choosing. */
export function moveTo(selection: Selection, order: Order, id: string, { ctrl, shift }: Modifiers = {}): Selection {
  if (shift) {
    const anchor = selection.anchor ?? selection.cursor ?? id;
    return { all: false, ids: new Set(between(order, anchor, id)), anchor, cursor: id };
  }
  return ctrl ? { ...selection, cursor: id } : only(id);
}

export function selectAll(selection: Selection): Selection {
  return { all: true, ids: new Set(), anchor: selection.anchor, cursor: selection.cursor };
}

export function clear(selection: Selection): Selection {
  return { ...nothing, cursor: selection.cursor };
}

/** The selection of a rubber band: the covered entries, on top of those chosen before it began. */
export function band(before: Selection, covered: readonly string[]): Selection {
  const ids = new Set(before.all ? covered : [...before.ids, ...covered]);
  return { all: false, ids, anchor: before.anchor, cursor: covered.at(-1) ?? before.cursor };
}

/** Removes deleted entries; entries that have not been fetched stay chosen. */
export function keep(selection: Selection, isGone: (id: string) => boolean): Selection {
  const gone = [...selection.ids].filter(isGone);
  if (gone.length === 0) return selection;
  const ids = new Set(selection.ids);
  for (const id of gone) ids.delete(id);
  return { ...selection, ids };
}

/** Removes from a selection what a list that is known whole had and has no more. `seen` are the chosen entries that it had. */
export function keepListed(selection: Selection, order: Order, seen: Set<string>): Selection {
  for (const id of selection.ids) if (order.indexOf(id) >= 0) seen.add(id);
  return keep(selection, (id) => seen.has(id) && order.indexOf(id) < 0);
}

/** Where a key leads from `index`. */
export type Step = 'next' | 'previous' | 'rowDown' | 'rowUp' | 'pageDown' | 'pageUp' | 'first' | 'last';

export function stepFrom(index: number, step: Step, count: number, cells: Cells, rowsPerPage: number): number {
  if (count === 0) return -1;
  const last = count - 1;
  if (step === 'first') return 0;
  if (step === 'last') return last;
  if (index < 0) return step === 'previous' || step === 'rowUp' || step === 'pageUp' ? last : 0;
  switch (step) {
    case 'next':
      return Math.min(last, index + 1);
    case 'previous':
      return Math.max(0, index - 1);
    case 'pageDown':
      return below(cells, index, rowsPerPage, count) ?? last;
    case 'pageUp':
      return below(cells, index, -rowsPerPage, count) ?? 0;
    default:
      // Up from the first row and down from the last stay where they are instead of changing the column.
      return below(cells, index, step === 'rowDown' ? 1 : -1, count) ?? index;
  }
}

function between(order: Order, a: string, b: string): string[] {
  const from = order.indexOf(a);
  const to = order.indexOf(b);
  if (from < 0 || to < 0) return [b];
  const ids: string[] = [];
  for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
    const id = order.idAt(index);
    if (id !== null) ids.push(id);
  }
  return ids;
}
