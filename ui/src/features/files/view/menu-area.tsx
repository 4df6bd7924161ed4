import { useState, type ReactNode } from 'react';
import { ContextMenu } from '~/kit/context-menu';
import type { MenuEntry } from '~/kit/menu-items';
import { MenuSheet } from '~/kit/menu-sheet';
import { useMedia } from '~/kit/use-media';

type Props = {
  /** The accessible name of the menu, by the chosen entries. */
  label: () => string;
  /** Asked when the menu opens. */
  entries: () => readonly MenuEntry[];
  /** Draws the area; `onMore` opens the menu at a button. */
  render: (onMore: (button: HTMLElement) => void) => ReactNode;
  /** The menu from below has been put away. */
  onSheetClosed: () => void;
};

/** One menu for all entries: at the pointer, at the button of a row, or from below on a touch screen. */
export function MenuArea({ label, entries, render, onSheetClosed }: Props) {
  const touch = useMedia('(pointer: coarse), (max-width: 639px)');
  const [sheet, setSheet] = useState<readonly MenuEntry[] | null>(null);
  if (touch) {
    return (
      <>
        {render(() => setSheet(entries()))}
        <MenuSheet
          open={sheet !== null}
          onOpenChange={(open) => {
            if (open) return;
            setSheet(null);
            onSheetClosed();
          }}
          title={label()}
          entries={sheet ?? []}
        />
      </>
    );
  }
  return (
    <ContextMenu label={label()} entries={entries}>
      <div className="flex min-h-0 flex-1 flex-col">{render(openAt)}</div>
    </ContextMenu>
  );
}

/** The context menu comes to the button, as if it had been asked for there. */
function openAt(button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const clientX = box.left + box.width / 2;
  button.dispatchEvent(
    new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY: box.bottom - 4, button: 2 }),
  );
}
