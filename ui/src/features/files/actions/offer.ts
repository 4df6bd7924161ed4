import type { Offer } from '~/page/palette';
import type { Action, ActionContext } from './action';
import { actions, menuOf } from './action-list';

/** Everything that the user may do now, in the order of the menus, for the command palette. */
export function offerOf(context: ActionContext, among: readonly Action[] = actions): Offer {
  const offered = among.filter((action) => action.applies(context));
  const isOfChosen = ({ places }: Action) => context.count > 0 && places.includes('item');
  const entriesOf = (some: readonly Action[]) => menuOf(some, context).filter((entry) => entry !== 'separator');
  return {
    count: context.count,
    name: context.count === 1 ? context.entries[0]?.name : undefined,
    chosen: entriesOf(offered.filter(isOfChosen)),
    here: entriesOf(offered.filter((action) => !isOfChosen(action))),
  };
}
