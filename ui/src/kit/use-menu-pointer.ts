import { useLayoutEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { rowAt, type MenuMoves } from './menu-moves';

/** A submenu opens when the mouse has rested on its row for this time, in ms. */
const REST = 100;
/** So long the mouse may need from one point to the next on its way into a submenu, across other rows, in ms. */
const WAY = 250;
/** The button that opened a menu is let go after this time only by a person who chooses a row with it, in ms. */
const HELD = 350;

/** What all menus of one opening share. */
export interface Press {
  /** When the first menu opened, by performance.now(). */
  readonly openedAt: number;
  /** A button was pressed in one of the menus. */
  isInside: boolean;
}

/**
 * Answers the mouse in one menu: the row below it has the focus, and its submenu opens when the mouse rests. Rows that are crossed
 * on the way to an open submenu leave that open.
 */
export function useMenuPointer(moves: MenuMoves, press: Press, submenu: RefObject<HTMLElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hovered = useRef<HTMLElement | null>(null);
  const lastX = useRef<number | null>(null);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  const enter = (row: HTMLElement) => {
    hovered.current = row;
    if (moves.isOpenRow(row)) return;
    moves.focusRow(row);
    if (moves.actionOf(row).items) timer.current = setTimeout(() => moves.openBeside(row), REST);
  };
  /** Whether the mouse comes nearer to the open submenu. */
  const isOnTheWay = (x: number) => {
    const box = submenu.current?.getBoundingClientRect();
    if (!box || lastX.current === null || x === lastX.current) return false;
    return x > lastX.current ? box.left >= x : box.right <= x;
  };
  const handlePointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'touch') return;
    const isLeading = isOnTheWay(event.clientX);
    lastX.current = event.clientX;
    const row = rowAt(event.currentTarget, event.target);
    if (!row || (row === hovered.current && !isLeading)) return;
    clearTimeout(timer.current);
    if (isLeading && !moves.isOpenRow(row)) timer.current = setTimeout(() => enter(row), WAY);
    else if (row !== hovered.current) enter(row);
  };
  const handlePointerLeave = (event: PointerEvent<HTMLElement>) => {
    clearTimeout(timer.current);
    hovered.current = null;
    lastX.current = null;
    if (event.pointerType !== 'touch' && !submenu.current) event.currentTarget.focus({ preventScroll: true });
  };
  const handleMouseUp = (event: MouseEvent<HTMLElement>) => {
    if (press.isInside || event.timeStamp - press.openedAt < HELD) return;
    const row = rowAt(event.currentTarget, event.target);
    // The menu may have opened below a mouse that did not move.
    if (row && row === hovered.current) moves.choose(row, false);
  };
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const row = rowAt(event.currentTarget, event.target);
    if (row) moves.choose(row, false);
  };
  return { handlePointerMove, handlePointerLeave, handleMouseUp, handleClick };
}
