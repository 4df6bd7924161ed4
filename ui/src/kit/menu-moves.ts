import type { MenuAction } from './menu-items';

/** Which row of a menu has the focus when it opens: by keys the first or the last one, by the mouse none. */
export type InitialRow = 'first' | 'last' | null;

/** What the keys and the mouse may do with one menu. */
export interface MenuMoves {
  readonly rowsOf: (panel: HTMLElement) => HTMLElement[];
  readonly actionOf: (row: HTMLElement) => MenuAction;
  /** Does what the row says, or opens its submenu. */
  readonly choose: (row: HTMLElement, byKeys: boolean) => void;
  /** Gives the row the focus, and closes the submenu of another one. */
  readonly focusRow: (row: HTMLElement | undefined) => void;
  /** Opens the submenu of the row; the focus stays where it is. */
  readonly openBeside: (row: HTMLElement) => void;
  readonly isOpenRow: (row: HTMLElement) => boolean;
  /** Closes all menus; the focus goes back to where it was. */
  readonly close: () => void;
  /** Closes this submenu alone. Absent on the first menu. */
  readonly back?: (() => void) | undefined;
}

/** The row of the panel that the event came from. */
export function rowAt(panel: HTMLElement, target: EventTarget | null): HTMLElement | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
  return row?.parentElement === panel ? row : null;
}
