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
