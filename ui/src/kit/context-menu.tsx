import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { useState, type ReactElement } from 'react';
import { MenuItems, type MenuEntry } from './menu-items';
import { useMenuState } from './use-menu-state';

type Props = {
  /** The area that answers to a right click, Shift+F10 or a long press. */
  children: ReactElement;
  /** Called when the menu opens, so that the entries fit the element under the pointer. */
  entries: () => readonly MenuEntry[];
  label: string;
  onOpenChange?: (open: boolean) => void;
};

/** A menu at the pointer. */
export function ContextMenu({ children, entries, label, onOpenChange }: Props) {
  const [shown, setShown] = useState<readonly MenuEntry[]>([]);
  const { open, handleOpenChange } = useMenuState({ onOpen: () => setShown(entries()), onOpenChange });
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="z-50" collisionPadding={8}>
          <Base.Popup className="pop" aria-label={label}>
            <MenuItems entries={shown} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
