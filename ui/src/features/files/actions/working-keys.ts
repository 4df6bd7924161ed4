import type { Entry } from '../listing/entry';
import type { Action, ActionContext } from './action';
import { actions } from './action-list';

interface WorkingKeys {
  readonly action: Action;
  /** The state in which it works, which decides its label. */
  readonly context: ActionContext;
  readonly keys: readonly string[];
}

/**
 * The actions whose keys work on this list with the user's rights: now, or once one of these entries is chosen. A key
 * that several actions share is named once, for the first of them.
 */
export function listWorkingKeys(now: ActionContext, entries: readonly Entry[]): WorkingKeys[] {
  const states: ActionContext[] = [
    { ...now, entries: [], count: 0 },
    ...entries.map((entry) => ({ ...now, entries: [entry], count: 1 })),
  ];
  const named = new Set<string>();
  return actions.flatMap((action): WorkingKeys[] => {
    const [first] = action.shortcuts ?? [];
    if (!action.shortcuts || !first || named.has(first.text)) return [];
    const works = action.mayApply ?? action.applies;
    const context = states.find((state) => works(state));
    if (!context) return [];
    named.add(first.text);
    return [{ action, context, keys: action.shortcuts.map(({ text }) => text) }];
  });
}
