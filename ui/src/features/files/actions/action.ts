import type { LucideIcon } from 'lucide-react';
import type { Directory, PathStep } from '~/api/types';
import type { MenuEntry } from '~/kit/menu-items';
import type { Entry } from '../listing/entry';
import type { Place } from '~/api/place';
import type { ListKindId } from '../listing/list-kind';
import type { WholeDirectory } from '../listing/whole';
import type { View } from '../listing/use-view';

/** The state that an action may read and change. Built anew each time actions are offered or run. */
export interface ActionContext {
  readonly listKind: ListKindId;
  /** Documents can be edited at Google. */
  readonly place: Place;
  /** The directory that is shown; undefined while it is being fetched. */
  readonly directory: Directory | undefined;
  /** The chosen entries that have been fetched. */
  readonly entries: readonly Entry[];
  /** How many are chosen, fetched or not. */
  readonly count: number;
  /** How many there are in all. */
  readonly total: number;
  readonly view: View;
  readonly path: readonly PathStep[];
  readonly commands: Commands;
}

/** The operations of the page that actions call. */
export interface Commands {
  readonly open: (entry: Entry) => void;
  /** Shows a file, also one that opens to be edited. */
  readonly preview: (entry: Entry) => void;
  readonly goUp: () => void;
  /** To the directory that an entry lies in. */
  readonly showInFolder: (entry: Entry) => void;
  readonly newFolder: () => void;
  /** Lets the user write another name, in its place or in a dialog. */
  readonly rename: (entry: Entry) => void;
  readonly showShortcuts: () => void;
  readonly selectAll: () => void;
  readonly clearSelection: () => void;
  /** The chosen entries, all of them: those out of sight are fetched first. */
  readonly chosen: () => Promise<readonly Entry[]>;
  /** The whole list, when all of it is chosen and not all of it was fetched. */
  readonly whole: () => WholeDirectory | null;
}

interface Shortcut {
  /** KeyboardEvent.code of a letter, as KeyS, because a Persian keyboard gives other letters; else KeyboardEvent.key. */
  readonly key: string;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
  /** As it is shown. */
  readonly text: string;
}

/** The menu of chosen entries, the menu of the empty space, the bar above the list. */
export type ActionPlace = 'item' | 'space' | 'bar';

/** The submenus of the menu of entries. */
export type SubmenuId = 'arrange' | 'more';

/** One action of the user. Menus, the selection bar, the keyboard and the list of shortcuts all read these. */
export interface Action {
  readonly id: string;
  readonly label: (context: ActionContext) => string;
  readonly Icon: LucideIcon;
  /** Actions of one group are listed together. */
  readonly group: 'open' | 'new' | 'transfer' | 'change' | 'arrange' | 'remove' | 'choose' | 'view';
  /** The action removes something: it is shown in red. */
  readonly danger?: boolean;
  readonly places: readonly ActionPlace[];
  /** In the menu of entries it stands in this submenu, when more than one action does. */
  readonly submenu?: SubmenuId;
  /** Shown in the selection bar, with its label where there is room. */
  readonly vital?: boolean;
  readonly shortcuts?: readonly Shortcut[];
  readonly applies: (context: ActionContext) => boolean;
  /** Whether it can ever apply here, where that depends on something else as well: the clipboard, what was done before. */
  readonly mayApply?: (context: ActionContext) => boolean;
  /** The entries that a menu offers in its place. */
  readonly items?: (context: ActionContext) => MenuEntry[];
  readonly perform: (context: ActionContext) => void;
}

/** Whether a key press is one of the action's shortcuts. */
export function matches(
  { key, ctrl = false, alt = false, shift }: Shortcut,
  event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  const pressed = ctrl || alt || /^Key[A-Z]$/.test(key) ? event.code : event.key;
  return (
    pressed === key &&
    (event.ctrlKey || event.metaKey) === ctrl &&
    event.altKey === alt &&
    (shift === undefined || event.shiftKey === shift)
  );
}
