import { Ellipsis, FolderInput } from 'lucide-react';
import { createElement } from 'react';
import { t } from '~/i18n';
import type { MenuAction, MenuEntry } from '~/kit/menu-items';
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
  share,
  copyLink,
  uploadBox,
  extract,
  compress,
  keepOffline,
  rename,
  moveTo,
  copyTo,
  duplicate,
  cut,
  copy,
  pasteInto,
  paste,
  setFavorite,
  unsetFavorite,
  templatesFolder,
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

/** The menu of chosen entries or of the empty space, with a line between groups. */
export function menuFor(place: ActionPlace, context: ActionContext): MenuEntry[] {
  const offered = actionsFor(place, context);
  return place === 'item' ? nestedMenuOf(offered, context) : menuOf(offered, context);
}

interface Row {
  readonly group: Action['group'];
  readonly entry: MenuAction;
}

function rowsOf(offered: readonly Action[], context: ActionContext): Row[] {
  // A key runs the first action that has it.
  const keys = new Set<string>();
  return offered.map((action) => {
    const key = action.shortcuts?.[0]?.text;
    const shortcut = key !== undefined && !keys.has(key) ? key : undefined;
    if (key !== undefined) keys.add(key);
    const items = action.items?.(context);
    const entry = {
      id: action.id,
      label: action.label(context),
      icon: createElement(action.Icon, { size: 18 }),
      shortcut,
      danger: action.danger,
      ...(items ? { items } : { onSelect: () => action.perform(context) }),
    };
    return { group: action.group, entry };
  });
}

const withLines = (rows: readonly Row[]): MenuEntry[] =>
  rows.flatMap(({ group, entry }, at) => (at > 0 && rows[at - 1]?.group !== group ? ['separator', entry] : [entry]));

/** Some actions as a menu of one level. */
export const menuOf = (offered: readonly Action[], context: ActionContext) => withLines(rowsOf(offered, context));

const submenus = {
  arrange: { label: () => t('files.copyAndMove'), Icon: FolderInput },
  more: { label: () => t('files.more'), Icon: Ellipsis },
} as const;

/** Some actions as a menu that is short at first sight: of nine entries at most, the rest in submenus. */
export function nestedMenuOf(some: readonly Action[], context: ActionContext): MenuEntry[] {
  // The submenu of programs has the preview, too.
  const isTwice = some.includes(edit) && some.includes(openWith);
  const offered = isTwice ? some.filter((action) => action !== preview) : some;
  const rows = rowsOf(offered, context);
  const first: Row[] = [];
  for (const [at, { submenu: id }] of offered.entries()) {
    const row = rows[at];
    if (!row) continue;
    const inside = id === undefined ? [] : rows.filter((_, index) => offered[index]?.submenu === id);
    if (id === undefined || inside.length === 1) first.push(row);
    // It stands where the last of its actions would.
    else if (inside.at(-1) === row) {
      const { label, Icon } = submenus[id];
      const icon = createElement(Icon, { size: 18 });
      first.push({ group: 'change', entry: { id, label: label(), icon, items: inside.map((of) => of.entry) } });
    }
  }
  return withLines(first);
}
