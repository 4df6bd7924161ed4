import { cloneElement, useRef, useState, type MouseEvent, type ReactElement, type TouchEvent } from 'react';
import type { MenuEntry } from './menu-items';
import { MenuLayer } from './menu-layer';
import type { Box, MenuPlacement } from './menu-place';
import { useMenuState } from './use-menu-state';

type Area = {
  onContextMenu?: (event: MouseEvent<HTMLElement>) => void;
  onTouchStart?: (event: TouchEvent<HTMLElement>) => void;
  onTouchMove?: (event: TouchEvent<HTMLElement>) => void;
  onTouchEnd?: () => void;
  onTouchCancel?: () => void;
};

type Props = {
  /** The area that answers to a right click, Shift+F10 or a long press. */
  children: ReactElement<Area>;
  /** Called when the menu opens, so that the entries fit the element under the pointer. */
  entries: () => readonly MenuEntry[];
  label: string;
};

/** A finger that stays this long asks for the menu, in ms, and one that moves further than this does not, in px. */
const LONG = 500;
const STILL = 10;

const atPointer: MenuPlacement = { side: 'inline-end', align: 'start', gap: 0 };

/** A menu at the pointer. */
export function ContextMenu({ children, entries, label }: Props) {
  const [shown, setShown] = useState<readonly MenuEntry[]>([]);
  const { open, openMenu, closeMenu } = useMenuState({ onOpen: () => setShown(entries()) });
  const area = useRef<Element | null>(null);
  const point = useRef<Box>({ left: 0, top: 0, right: 0, bottom: 0 });
  const openAt = (element: Element, x: number, y: number) => {
    area.current = element;
    point.current = { left: x, right: x, top: y, bottom: y };
    openMenu();
  };
  const touch = useLongPress(openAt);
  return (
    <>
      {cloneElement(children, {
        onContextMenu: (event) => {
          event.preventDefault();
          event.stopPropagation();
          openAt(event.currentTarget, event.clientX, event.clientY);
        },
        ...touch,
      })}
      {open && (
        <MenuLayer
          entries={shown}
          label={label}
          owner={() => area.current}
          anchor={() => point.current}
          placement={atPointer}
          onClose={() => closeMenu()}
        />
      )}
    </>
  );
}

/** For browsers that send no `contextmenu` when a finger stays. */
function useLongPress(onPress: (element: Element, x: number, y: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const cancel = () => clearTimeout(timer.current);
  return {
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      cancel();
      const finger = event.touches[0];
      if (!finger || event.touches.length > 1) return;
      const { clientX: x, clientY: y } = finger;
      const element = event.currentTarget;
      from.current = { x, y };
      timer.current = setTimeout(() => onPress(element, x, y), LONG);
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      const finger = event.touches[0];
      const { x, y } = from.current;
      if (!finger || Math.hypot(finger.clientX - x, finger.clientY - y) > STILL) cancel();
    },
    onTouchEnd: cancel,
    onTouchCancel: cancel,
  };
}
