import type { Action, Chosen, Decision, Duplicate } from './calls';

/** The decisions so far, and the one for all items still to come. */
export interface Decided {
  readonly each: readonly Decision[];
  readonly all: Action | null;
}

export const undecided: Decided = { each: [], all: null };

const counterpart: Partial<Record<Action, Action>> = { version: 'merge', merge: 'version' };

/** Nothing is lost by these: folders flow together, of files both are kept. */
export function sensible({ type, actions }: Duplicate): Action {
  const wanted: Action = type === 'directory' ? 'merge' : 'rename';
  return actions.includes(wanted) ? wanted : (actions[0] ?? 'skip');
}

/** The same action for an item, or its counterpart: a new version of a file corresponds to a merge of directories. */
export function matchAction(action: Action, { actions }: Duplicate): Action | null {
  const other = counterpart[action];
  if (actions.includes(action)) return action;
  return other && actions.includes(other) ? other : null;
}

/** One choice for all of them; an item that it does not fit keeps its own. */
export function forAll(items: readonly Duplicate[], chosen: ReadonlyMap<string, Action>, all: Action) {
  return new Map(items.map((item) => [item.id, matchAction(all, item) ?? chosen.get(item.id) ?? sensible(item)]));
}

/** The choices for all items at once: those that fit at least one item, in a fixed order. */
export function commonActions(items: readonly Duplicate[]): Action[] {
  const order: Action[] = ['rename', 'version', 'merge', 'replace', 'skip'];
  return order.filter((action) => items.some(({ actions }) => actions.includes(action)));
}

export function decide(
  before: Decided,
  items: readonly Duplicate[],
  chosen: ReadonlyMap<string, Action>,
  all: Action | null,
): Decided {
  const ids = new Set(items.map(({ id }) => id));
  const each = items.map((item) => ({ id: item.id, type: item.type, action: chosen.get(item.id) ?? sensible(item) }));
  return { each: [...before.each.filter(({ id }) => !ids.has(id)), ...each], all: all ?? before.all };
}

/** Skipped items are left out of the call; below a merged folder a skip has to be sent. */
export function toSend(chosen: Chosen, { each, all }: Decided) {
  const top = new Set([...chosen.file_ids, ...chosen.directory_ids]);
  const skipped = new Set(each.filter(({ id, action }) => action === 'skip' && top.has(id)).map(({ id }) => id));
  const withoutSkipped = (ids: readonly string[]) => ids.filter((id) => !skipped.has(id));
  return {
    chosen: {
      ...chosen,
      file_ids: withoutSkipped(chosen.file_ids),
      directory_ids: withoutSkipped(chosen.directory_ids),
    },
    decided: { duplicates: each.filter(({ id }) => !skipped.has(id)), ...(all && { all }) },
  };
}
