import type { MenuEntry } from '~/kit/menu-items';
import { createElement } from 'react';
import type { Action, ActionContext, ActionPlace } from './action';
import { clearSelection, selectAll } from './actions/choose';
import { download, downloadFolder } from './actions/download';
import { copyLink, goUp } from './actions/go';
import { details, refresh, shortcuts, toGrid, toList } from './actions/look';
import { newFolder, uploadFiles, uploadFolder } from './actions/new';
import { open, preview } from './actions/open';
import { keepOffline } from './actions/keep-offline';
import { rewind } from './actions/rewind';

/** Everything that can be done in the files area, in the order in which it is offered everywhere. */
export const actions: readonly Action[] = [
  open,
  preview,
  goUp,
  newFolder,
  uploadFiles,
  uploadFolder,
  download,
  downloadFolder,
  keepOffline,
  copyLink,
  selectAll,
  clearSelection,
  toList,
  toGrid,
  refresh,
  rewind,
  details,
  shortcuts,
];

export function actionsFor(place: ActionPlace, context: ActionContext): Action[] {
  return actions.filter((action) => action.places.includes(place) && action.applies(context));
}

/** The same as a menu, with a line between groups. */
export function menuFor(place: ActionPlace, context: ActionContext): MenuEntry[] {
  const entries: MenuEntry[] = [];
  let group = '';
  for (const action of actionsFor(place, context)) {
    if (group && action.group !== group) entries.push('separator');
    group = action.group;
    entries.push({
      id: action.id,
      label: action.label(context),
      icon: createElement(action.Icon, { size: 18 }),
      shortcut: action.shortcuts?.[0]?.text,
      onSelect: () => action.perform(context),
    });
  }
  return entries;
}
