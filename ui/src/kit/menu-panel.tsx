import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { MenuRow, menuRowClass, tidy, type MenuAction, type MenuEntry } from './menu-items';
import type { InitialRow, MenuMoves } from './menu-moves';
import { placeMenu, type Box, type MenuPlacement } from './menu-place';
import { useMenuKeys } from './use-menu-keys';
import { useMenuPointer, type Press } from './use-menu-pointer';

type Props = {
  entries: readonly MenuEntry[];
  label?: string;
  labelledBy?: string;
  id?: string | undefined;
  anchor: () => Box | undefined;
  placement: MenuPlacement;
  /** As wide as its anchor. */
  fit?: boolean | undefined;
  initialRow: InitialRow;
  /** Takes no focus when it opens: the mouse is over the row of the parent. */
  quiet?: boolean;
  press: Press;
  /** Closes all menus; the focus goes back to where it was. */
  onClose: () => void;
  /** Closes this one alone: absent on the first one. */
  onBack?: () => void;
  panelRef?: RefObject<HTMLDivElement | null>;
};

const beside: MenuPlacement = { side: 'inline-end', align: 'start', gap: 4, shift: -6 };

const rowsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>(':scope > [data-at]')];

/**
 * One menu, and the submenu that is open beside it. The focus is the highlight, and moving it draws nothing anew. A component of
 * our own: that of the library took 30 ms to draw, and 125 the first time.
 */
export function MenuPanel(props: Props) {
  const { entries, label, labelledBy, id, anchor, placement, fit, initialRow, quiet, press, onClose, onBack } = props;
  const own = useRef<HTMLDivElement>(null);
  const panel = props.panelRef ?? own;
  const ownId = useId();
  const submenu = useRef<HTMLDivElement>(null);
  const [sub, setSub] = useState<{ at: number; initialRow: InitialRow; quiet: boolean } | null>(null);
  const shown = tidy(entries);
  usePlace(panel, anchor, placement, fit);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || quiet) return;
    const row = initialRow && rowsOf(element).at(initialRow === 'first' ? 0 : -1);
    (row || element).focus({ preventScroll: true });
  }, [panel, initialRow, quiet]);

  const moves: MenuMoves = {
    rowsOf,
    actionOf: (row) => shown[Number(row.dataset.at)] as MenuAction,
    isOpenRow: (row) => sub?.at === Number(row.dataset.at),
    focusRow: (row) => {
      setSub(null);
      row?.focus();
    },
    openBeside: (row) => {
      if (row === document.activeElement) setSub({ at: Number(row.dataset.at), initialRow: null, quiet: true });
    },
    choose: (row, byKeys) => {
      const action = moves.actionOf(row);
      if (action.disabled) return;
      if (action.items) {
        setSub({ at: Number(row.dataset.at), initialRow: byKeys ? 'first' : null, quiet: !byKeys });
        return;
      }
      if (!action.stays) onClose();
      action.onSelect?.();
    },
    close: onClose,
    back: onBack,
  };
  const handleKeyDown = useMenuKeys(moves);
  const pointer = useMenuPointer(moves, press, submenu);
  const rowId = (at: number) => `${ownId}-${at}`;
  const opened = sub && (shown[sub.at] as MenuAction | undefined);
  return (
    <>
      <div
        ref={panel}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        aria-labelledby={labelledBy}
        className="pop fixed z-60 w-max animate-appear-fast"
        onKeyDown={handleKeyDown}
        onClick={pointer.handleClick}
        onMouseUp={pointer.handleMouseUp}
        onPointerMove={pointer.handlePointerMove}
        onPointerLeave={pointer.handlePointerLeave}
        onFocusCapture={handleFocus}
        onBlurCapture={handleBlur}
      >
        {shown.map((entry, at) =>
          entry === 'separator' ? (
            <hr key={at} className="mx-2 my-1.5 border-line" />
          ) : (
            <Row
              key={entry.id}
              id={rowId(at)}
              at={at}
              action={entry}
              submenuId={sub?.at === at ? `${ownId}-sub` : null}
            />
          ),
        )}
      </div>
      {sub && opened?.items && (
        <MenuPanel
          key={sub.at}
          panelRef={submenu}
          id={`${ownId}-sub`}
          entries={opened.items}
          labelledBy={rowId(sub.at)}
          anchor={() => document.getElementById(rowId(sub.at))?.getBoundingClientRect()}
          placement={beside}
          initialRow={sub.initialRow}
          quiet={sub.quiet}
          press={press}
          onClose={onClose}
          onBack={() => moves.focusRow(document.getElementById(rowId(sub.at)) ?? undefined)}
        />
      )}
    </>
  );
}

type RowProps = { id: string; at: number; action: MenuAction; /** Of its open submenu. */ submenuId: string | null };

function Row({ id, at, action, submenuId }: RowProps) {
  const isDisabled = action.disabled || undefined;
  return (
    <div
      id={id}
      data-at={at}
      role={action.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      tabIndex={-1}
      aria-checked={action.checked}
      aria-disabled={isDisabled}
      data-disabled={isDisabled && ''}
      aria-haspopup={action.items && 'menu'}
      aria-expanded={action.items && submenuId !== null}
      aria-controls={submenuId ?? undefined}
      data-popup-open={submenuId === null ? undefined : ''}
      className={menuRowClass(action)}
    >
      <MenuRow action={action} />
    </div>
  );
}

const mark = (target: EventTarget, on: boolean) => {
  if (target instanceof HTMLElement && target.dataset.at !== undefined) target.toggleAttribute('data-highlighted', on);
};
const handleFocus = (event: { target: EventTarget }) => mark(event.target, true);
const handleBlur = (event: { target: EventTarget }) => mark(event.target, false);

/** Puts the menu beside its anchor before it is painted, and again when the window changes. */
function usePlace(
  panel: RefObject<HTMLElement | null>,
  anchor: () => Box | undefined,
  placement: MenuPlacement,
  fit: boolean | undefined,
): void {
  const latest = useRef(anchor);
  latest.current = anchor;
  useLayoutEffect(() => {
    const place = () => {
      const box = latest.current();
      const element = panel.current;
      if (!box || !element) return;
      element.style.removeProperty('--available-height');
      if (fit) element.style.width = `${box.right - box.left}px`;
      const size = { width: element.offsetWidth, height: element.offsetHeight };
      const view = { width: document.documentElement.clientWidth, height: innerHeight };
      const isRtl = document.documentElement.dir === 'rtl';
      const { left, top, room } = placeMenu(box, size, view, placement, isRtl);
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      if (room < size.height) element.style.setProperty('--available-height', `${room}px`);
    };
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [panel, placement, fit]);
}
