import { knownSpace } from '~/api/known-spaces';
import type { Entry } from '../listing/entry';
import { isWay, mayAll } from '../listing/rights';

/** The effect of a drop at the present place. */
export type DragTarget =
  | { readonly kind: 'directory'; readonly directoryId: string }
  | { readonly kind: 'trash' }
  | { readonly kind: 'favorites' };

export interface Dragged {
  readonly spaceId: string;
  /** The dragged entries that have been fetched. */
  readonly entries: readonly Entry[];
}

const SELECTOR = '[data-directory], [data-drop-directory], [data-place]';

/** The drop target under the pointer. */
export function targetAt(node: Element | null, spaceId: string): { element: HTMLElement; target: DragTarget } | null {
  const element = node?.closest<HTMLElement>(SELECTOR);
  const target = element && targetOf(element.dataset, spaceId);
  return target ? { element, target } : null;
}

function targetOf({ directory, dropDirectory, place }: DOMStringMap, spaceId: string): DragTarget | null {
  const directoryId = directory ?? dropDirectory;
  if (directoryId) return { kind: 'directory', directoryId };
  if (place === 'trash' || place === 'favorites') return { kind: place };
  const space = knownSpace(spaceId);
  const root = { shared: space?.root_directory_id, my: space?.my_root_directory_id }[place ?? ''];
  return root ? { kind: 'directory', directoryId: root } : null;
}

/** Whether the entries may be dropped there, as far as their own rights tell. */
export function mayDrop({ entries }: Dragged, target: DragTarget, copies: boolean): boolean {
  if (entries.some(isWay)) return false;
  if (target.kind === 'favorites') return entries.some(({ favorite }) => !favorite);
  if (target.kind === 'trash') return mayAll(entries, 'delete');
  if (entries.some(({ id }) => id === target.directoryId)) return false;
  if (copies) return true;
  return mayAll(entries, 'move') && entries.some(({ directoryId }) => directoryId !== target.directoryId);
}
