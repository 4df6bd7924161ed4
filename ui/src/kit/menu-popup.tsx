import { cloneElement, useMemo, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import type { MenuEntry } from './menu-items';
import { MenuLayer } from './menu-layer';
import { MenuSheet } from './menu-sheet';
import { useIsPhone } from './use-media';
import { useMenuState } from './use-menu-state';

type Trigger = {
  id?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onMouseDown?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'data-popup-open'?: '' | undefined;
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

const isRefused = (event: { currentTarget: Element }) => event.currentTarget.matches(':disabled, [aria-disabled=true]');

function DesktopMenu({ trigger, entries, label, side = 'bottom', align = 'start', fit, asked }: Props) {
  const { open, initialRow, openMenu, closeMenu } = useMenuState({ asked });
  const id = trigger.props.id ?? '';
  const button = () => document.getElementById(id);
  const placement = useMemo(() => ({ side, align, gap: 6 }), [side, align]);
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'data-popup-open': open ? '' : undefined,
        onMouseDown: (event) => {
          if (event.button === 0 && !isRefused(event)) openMenu();
        },
        // By a key, and by a screen reader: the mouse has opened it when its button was pressed.
        onClick: (event) => {
          if (event.detail === 0 && !isRefused(event)) openMenu('first');
        },
        onKeyDown: (event) => {
          if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || isRefused(event)) return;
          event.preventDefault();
          event.stopPropagation();
          openMenu(event.key === 'ArrowDown' ? 'first' : 'last');
        },
      })}
      {open && (
        <MenuLayer
          entries={entries}
          label={label}
          owner={button}
          anchor={() => button()?.getBoundingClientRect()}
          placement={placement}
          fit={fit}
          initialRow={initialRow}
          onClose={() => closeMenu(button())}
        />
      )}
    </>
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
