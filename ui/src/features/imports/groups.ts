import type { Item } from './api';

/** Items that did not come for the same reason. */
export interface Group {
  readonly reason: string | null;
  readonly outcome: Item['outcome'];
  readonly items: readonly Item[];
}

/** Items by why they did not come; what failed comes before what was skipped, and the largest group first. */
export function groupsOf(items: readonly Item[]): Group[] {
  const groups = new Map<string, { reason: string | null; outcome: Item['outcome']; items: Item[] }>();
  for (const item of items) {
    const key = `${item.outcome} ${item.reason ?? ''}`;
    const group = groups.get(key) ?? { reason: item.reason, outcome: item.outcome, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  const rank = ({ outcome }: Group) => (outcome === 'failed' ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.items.length - a.items.length);
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1) || path;
