import { useRef, useState } from 'react';
import { afterPaint } from './after-paint';
import type { InitialRow } from './menu-moves';

type Options = {
  /** It was asked for before its code was there, and begins open. */
  asked?: boolean;
  /** Called right before it opens. */
  onOpen?: () => void;
};

/** Whether a menu is open. The chosen row or the pressed button is painted first, and the menu right after it. */
export function useMenuState({ asked = false, onOpen }: Options) {
  const [open, setOpen] = useState(asked);
  const [initialRow, setInitialRow] = useState<InitialRow>(null);
  const wanted = useRef(asked);
  /** Where the focus goes when the menu closes. */
  const before = useRef<Element | null>(null);
  const openMenu = (row: InitialRow = null) => {
    wanted.current = true;
    afterPaint(() => {
      if (!wanted.current) return;
      onOpen?.();
      before.current = document.activeElement;
      setInitialRow(row);
      setOpen(true);
    });
  };
  const closeMenu = (returnTo: Element | null = before.current) => {
    wanted.current = false;
    setOpen(false);
    if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true });
  };
  return { open, initialRow, openMenu, closeMenu };
}
