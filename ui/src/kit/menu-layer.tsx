import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MenuEntry } from './menu-items';
import type { InitialRow } from './menu-moves';
import { MenuPanel } from './menu-panel';
import type { Box, MenuPlacement } from './menu-place';
import type { Press } from './use-menu-pointer';

type Props = {
  entries: readonly MenuEntry[];
  label: string;
  /** What the menu is of: it lies in the dialog that has it. */
  owner: () => Element | null;
  anchor: () => Box | undefined;
  placement: MenuPlacement;
  fit?: boolean | undefined;
  initialRow?: InitialRow;
  onClose: () => void;
};

const handleDragStart = (event: { preventDefault: () => void }) => event.preventDefault();

/** An open menu over the page. A press beside it closes it and does nothing else; the right button asks for a menu there. */
export function MenuLayer({ entries, label, owner, anchor, placement, fit, initialRow = null, onClose }: Props) {
  const [press] = useState<Press>(() => ({ openedAt: performance.now(), isInside: false }));
  // In a dialog the page outside of it takes neither focus nor presses.
  const [place] = useState(() => owner()?.closest('[role=dialog], [role=alertdialog]') ?? document.body);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    // For a focus that something else has taken.
    const handleEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener('keydown', handleEscape);
    return () => document.removeEventListener('keydown', handleEscape);
  }, []);
  useLayoutEffect(() => {
    const stay = (event: WheelEvent) => {
      if (!(event.target instanceof Element && event.target.closest('[role=menu]'))) event.preventDefault();
    };
    // The page stays where its menu is.
    document.addEventListener('wheel', stay, { passive: false });
    return () => document.removeEventListener('wheel', stay);
  }, []);
  return createPortal(
    <div
      role="presentation"
      onMouseDown={(event) => {
        event.stopPropagation();
        if (event.target instanceof Element && event.target.closest('[role=menu]')) press.isInside = true;
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onDragStart={handleDragStart}
    >
      <div
        role="presentation"
        className="fixed inset-0 z-60 touch-none"
        onMouseDown={(event) => {
          event.preventDefault();
          onClose();
        }}
      />
      <MenuPanel
        entries={entries}
        label={label}
        anchor={anchor}
        placement={placement}
        fit={fit}
        initialRow={initialRow}
        press={press}
        onClose={onClose}
      />
    </div>,
    place,
  );
}
