import type { Menu as Base } from '@base-ui/react/menu';
import { useRef, useState } from 'react';
import { afterPaint } from './after-paint';
import { keepForSubmenu } from './menu-items';

type Details = Pick<Base.Root.ChangeEventDetails, 'reason' | 'event' | 'cancel' | 'isCanceled'>;

type Options = {
  /** It was asked for before its code was there, and begins open. */
  asked?: boolean;
  /** Called right before it opens. */
  onOpen?: () => void;
  /** Called at once when it is asked for or closed. */
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/** Whether a menu is open. The chosen row or the pressed button is painted first, and the menu right after it. */
export function useMenuState({ asked = false, onOpen, onOpenChange }: Options) {
  const [open, setOpen] = useState(asked);
  const wanted = useRef(asked);
  const handleOpenChange = (next: boolean, details: Details) => {
    keepForSubmenu(next, details);
    if (details.isCanceled) return;
    wanted.current = next;
    if (!next) setOpen(false);
    else {
      afterPaint(() => {
        if (!wanted.current) return;
        onOpen?.();
        setOpen(true);
      });
    }
    onOpenChange?.(next);
  };
  return { open, handleOpenChange };
}
