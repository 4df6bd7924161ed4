import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Kbd } from './kbd';

export interface MenuAction {
  id: string;
  label: string;
  icon?: ReactNode;
  /** A second, quieter line. */
  hint?: string;
  shortcut?: string;
  danger?: boolean | undefined;
  disabled?: boolean;
  /** Shows whether it is the chosen one. */
  checked?: boolean;
  /** The menu stays open, for several in a row. */
  stays?: boolean;
  onSelect?: () => void;
  items?: MenuEntry[];
}

export type MenuEntry = MenuAction | 'separator';

/** Separators at the ends or side by side would divide nothing. */
export function tidy(entries: readonly MenuEntry[]): MenuEntry[] {
  const kept = entries.filter(
    (entry, index) => entry !== 'separator' || (index > 0 && entries[index - 1] !== 'separator'),
  );
  return kept.at(-1) === 'separator' ? kept.slice(0, -1) : kept;
}

export const menuRowClass = (action: MenuAction) =>
  cx(
    'flex min-h-9 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-start outline-none select-none pointer-coarse:min-h-11',
    'data-disabled:opacity-45 data-highlighted:bg-hover data-popup-open:bg-hover active:bg-line!',
    action.danger && 'text-danger data-highlighted:bg-danger-soft',
  );

export function MenuRow({ action }: { action: MenuAction }) {
  return (
    <>
      {action.icon && (
        <span
          className={cx('grid size-5 shrink-0 place-items-center', !action.danger && 'text-muted')}
          aria-hidden="true"
        >
          {action.icon}
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{action.label}</span>
        {action.hint && <span className="block truncate text-xs text-muted">{action.hint}</span>}
      </span>
      {action.shortcut && <Kbd>{action.shortcut}</Kbd>}
      {action.checked && <Check size={16} aria-hidden="true" className="shrink-0 text-brand" />}
      {action.items && <ChevronLeft size={16} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />}
    </>
  );
}

/**
 * Keeps a menu open when the press that would close it is in a submenu. Events do not pass through portals of preact, by which the
 * library would know.
 */
export function keepForSubmenu(
  open: boolean,
  details: Pick<Base.Root.ChangeEventDetails, 'reason' | 'event' | 'cancel'>,
): void {
  const { reason, event } = details;
  const isInside = event.target instanceof Element && event.target.closest('[role=menu]') !== null;
  if (!open && reason === 'outside-press' && isInside) details.cancel();
}

function Submenu({ action }: { action: MenuAction }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger disabled={action.disabled} className={menuRowClass(action)}>
        <MenuRow action={action} />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className="z-60" sideOffset={4} alignOffset={-6}>
          <Base.Popup className="pop">
            <MenuItems entries={action.items ?? []} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

function Item({ action }: { action: MenuAction }) {
  const shared = { disabled: action.disabled, className: menuRowClass(action), onClick: action.onSelect };
  if (action.checked === undefined) {
    return (
      <Base.Item {...shared}>
        <MenuRow action={action} />
      </Base.Item>
    );
  }
  return (
    <Base.CheckboxItem {...shared} checked={action.checked} closeOnClick={!action.stays}>
      <MenuRow action={action} />
    </Base.CheckboxItem>
  );
}

/** The entries inside a popup of Menu or ContextMenu. */
export function MenuItems({ entries }: { entries: readonly MenuEntry[] }) {
  return tidy(entries).map((entry, index) => {
    if (entry === 'separator') return <Base.Separator key={index} className="mx-2 my-1.5 h-px bg-line" />;
    return entry.items ? <Submenu key={entry.id} action={entry} /> : <Item key={entry.id} action={entry} />;
  });
}
