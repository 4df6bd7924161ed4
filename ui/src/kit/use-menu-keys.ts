import { useState, type KeyboardEvent } from 'react';
import type { MenuAction } from './menu-items';
import { nextRow, TypeAhead } from './menu-keys';
import type { MenuMoves } from './menu-moves';

/** Answers the keys of one menu. What it answers reaches nothing else. */
export function useMenuKeys(moves: MenuMoves) {
  const [typing] = useState(() => new TypeAhead());
  return (event: KeyboardEvent<HTMLElement>) => {
    // Keys of a word that an input method composes are not complete.
    if (event.nativeEvent?.isComposing) return;
    const rows = moves.rowsOf(event.currentTarget);
    const row = rows.find((each) => each === document.activeElement) ?? null;
    if (!runKey(event, moves, rows, row) && !runLetter(event, moves, rows, row, typing)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function runKey(event: KeyboardEvent, moves: MenuMoves, rows: HTMLElement[], row: HTMLElement | null): boolean {
  const isRtl = document.documentElement.dir === 'rtl';
  const current = row ? rows.indexOf(row) : -1;
  switch (event.key) {
    case 'ArrowDown':
      moves.focusRow(rows[nextRow(current, 1, rows.length)]);
      return true;
    case 'ArrowUp':
      moves.focusRow(rows[nextRow(current, -1, rows.length)]);
      return true;
    case 'Home':
    case 'PageUp':
      moves.focusRow(rows[0]);
      return true;
    case 'End':
    case 'PageDown':
      moves.focusRow(rows.at(-1));
      return true;
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      if (row && moves.actionOf(row).items) moves.choose(row, true);
      return true;
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      moves.back?.();
      return true;
    case 'Escape':
      (moves.back ?? moves.close)();
      return true;
    case 'Enter':
      // A key that is held since it opened the menu chooses nothing.
      if (row && !event.repeat) moves.choose(row, true);
      return true;
    case 'Tab':
      // The browser goes on from where the focus was before the menu.
      moves.close();
      event.stopPropagation();
      return false;
    default:
      return false;
  }
}

function runLetter(
  event: KeyboardEvent,
  moves: MenuMoves,
  rows: HTMLElement[],
  row: HTMLElement | null,
  typing: TypeAhead,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || Array.from(event.key).length !== 1) return false;
  const now = performance.now();
  if (event.key === ' ' && !typing.isTyping(now)) {
    if (row && !event.repeat) moves.choose(row, true);
    return true;
  }
  const nameOf = (each: HTMLElement): string => (moves.actionOf(each) satisfies MenuAction).label;
  const found = typing.find(event.key, rows.map(nameOf), row ? rows.indexOf(row) : -1, now);
  if (found >= 0) moves.focusRow(rows[found]);
  return true;
}
