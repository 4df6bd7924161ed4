import { useLayoutEffect, useRef, useState } from 'react';
import { MenuRow, menuRowClass, tidy, type MenuAction, type MenuEntry } from './menu-items';
import { Sheet } from './sheet';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; title: string; entries: readonly MenuEntry[] };

const rowId = ({ id }: MenuAction) => `menu-sheet-${id}`;

/** The same entries as a menu, as rows for a thumb. A submenu takes the place of its parent. */
export function MenuSheet({ open, onOpenChange, title, entries }: Props) {
  const [parent, setParent] = useState<MenuAction | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  const left = useRef<string | null>(null);
  // The row that had the focus went away with its step.
  useLayoutEffect(() => {
    const rows = menu.current?.querySelectorAll('button') ?? [];
    const row = parent ? rows[0] : [...rows].find(({ id }) => id === left.current);
    if (parent || left.current) row?.focus();
    left.current = parent && rowId(parent);
  }, [parent]);
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setParent(null);
  };
  const choose = (action: MenuAction) => {
    if (action.items) return setParent(action);
    close(false);
    action.onSelect?.();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={close}
      title={parent?.label ?? title}
      onBack={parent ? () => setParent(null) : undefined}
    >
      <div ref={menu} className="p-2" role="menu" aria-label={parent?.label ?? title}>
        {tidy(parent?.items ?? entries).map((entry, index) =>
          entry === 'separator' ? (
            <hr key={index} className="mx-3 my-1.5 border-line" />
          ) : (
            <button
              key={entry.id}
              id={rowId(entry)}
              type="button"
              role={entry.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={entry.checked}
              aria-haspopup={entry.items && 'menu'}
              disabled={entry.disabled}
              onClick={() => choose(entry)}
              className={`${menuRowClass(entry)} min-h-12 active:bg-hover disabled:opacity-45`}
            >
              <MenuRow action={entry} />
            </button>
          ),
        )}
      </div>
    </Sheet>
  );
}
