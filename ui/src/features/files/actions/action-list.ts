import type { MenuEntry } from '~/kit/menu-items';
import { createElement } from 'react';
import type { Action, ActionContext, ActionPlace } from './action';
import { compress, extract } from './archive';
import { copy, copyTo, cut, duplicate, moveTo, paste, pasteInto } from './arrange';
import { rename, setFavorite, unsetFavorite } from './change';
import { clearSelection, selectAll } from './choose';
import { download, downloadFolder } from './download';
import { copyLink, goUp, showInFolder } from './go';
import { details, refresh, shortcuts, toGrid, toList, versions } from './look';
import { newFolder, uploadFiles, uploadFolder } from './new';
import { edit, open, openWith, preview } from './open';
import { keepOffline } from './keep-offline';
import { rewind } from './rewind';
import { share, uploadBox } from './share';
import { templatesFolder } from './templates';
import { emptyTrash, moveToTrash, purge, restore, undo } from './remove';

/** Everything that can be done in the files area, in the order in which it is offered everywhere. */
export const actions: readonly Action[] = [
  open,
  edit,
  preview,
  openWith,
  showInFolder,
  goUp,
  newFolder,
  uploadFiles,
  uploadFolder,
  download,
  downloadFolder,
  extract,
  compress,
  keepOffline,
  share,
  uploadBox,
  templatesFolder,
  copyLink,
  rename,
  setFavorite,
  unsetFavorite,
  cut,
  copy,
  pasteInto,
  paste,
  duplicate,
  moveTo,
  copyTo,
  versions,
  rewind,
  details,
  restore,
  moveToTrash,
  purge,
  emptyTrash,
  undo,
  selectAll,
  clearSelection,
  toList,
  toGrid,
  refresh,
  shortcuts,
];

export function actionsFor(place: ActionPlace, context: ActionContext): Action[] {
  return actions.filter((action) => action.places.includes(place) && action.applies(context));
}

/** The same as a menu, with a line between groups. */
export const menuFor = (place: ActionPlace, context: ActionContext) => menuOf(actionsFor(place, context), context);

/** Some actions as a menu. */
export function menuOf(offered: readonly Action[], context: ActionContext): MenuEntry[] {
  const entries: MenuEntry[] = [];
  let group = '';
  // A key runs the first action that has it.
  const keys = new Set<string>();
  for (const action of offered) {
    if (group && action.group !== group) entries.push('separator');
    group = action.group;
    const key = action.shortcuts?.[0]?.text;
    const items = action.items?.(context);
    entries.push({
      id: action.id,
      label: action.label(context),
      icon: createElement(action.Icon, { size: 18 }),
      shortcut: key !== undefined && !keys.has(key) ? key : undefined,
      danger: action.danger,
      ...(items ? { items } : { onSelect: () => action.perform(context) }),
    });
    if (key !== undefined) keys.add(key);
  }
  return entries;
}
