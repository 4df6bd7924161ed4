import { Menu as Base } from '@base-ui/react/menu';
import { cloneElement, useState, type MouseEvent, type ReactElement } from 'react';
import { MenuItems, type MenuEntry } from './menu-items';
import { MenuSheet } from './menu-sheet';
import { useIsPhone } from './use-media';
import { useMenuState } from './use-menu-state';

type Trigger = {
  id?: string;
  onClick?: () => void;
  onMouseDown?: (event: MouseEvent<HTMLElement>) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
};

export type MenuProps = {
  /** A button; it gets the handlers and ARIA attributes. */
  trigger: ReactElement<Trigger>;
  entries: readonly MenuEntry[];
  /** Names the menu: for a screen reader, and as the heading of the sheet on a phone. */
  label: string;
  side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  align?: 'start' | 'center' | 'end';
  /** As wide as its trigger. */
  fit?: boolean;
};

type Props = MenuProps & {
  /** The user asked for it before its code was there. */
  asked: boolean;
};

/** The button with its menu; on a phone the menu is a sheet. */
export function MenuPopup(props: Props) {
  return useIsPhone() ? <PhoneMenu {...props} /> : <DesktopMenu {...props} />;
}

function DesktopMenu({ trigger, entries, label, side = 'bottom', align = 'start', fit, asked }: Props) {
  const { open, handleOpenChange } = useMenuState({ asked });
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50" side={side} align={align} sideOffset={6} collisionPadding={8}>
          <Base.Popup className={fit ? 'pop w-(--anchor-width)' : 'pop'} aria-label={label}>
            <MenuItems entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function PhoneMenu({ trigger, entries, label, asked }: Props) {
  const [open, setOpen] = useState(asked);
  return (
    <>
      {cloneElement(trigger, { onClick: () => setOpen(true), 'aria-haspopup': 'dialog', 'aria-expanded': open })}
      <MenuSheet open={open} onOpenChange={setOpen} title={label} entries={entries} />
    </>
  );
}
