import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
import { RootMark } from './root-mark';
import { scrimClass } from './scrim';
import { useEarlyEscape } from './use-early-escape';

type Props = {
  onClose: () => void;
  /** Read aloud. */
  title: string;
  children: ReactNode;
};

/**
 * A field with a list, near the top of a desktop, as large as the screen on a phone. Its height does not depend on what
 * the list holds. It is open as long as it is drawn; afterwards the focus is where it was.
 */
export function CommandDialog({ onClose, title, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  useEarlyEscape(true, onClose);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector('input') ?? null}
          className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-raised outline-none sm:inset-auto sm:inset-x-0 sm:top-[12vh] sm:mx-auto sm:h-[min(32rem,76dvh)] sm:w-[min(40rem,calc(100vw-3rem))] sm:rounded-dialog sm:shadow-pop sm:transition sm:duration-120 sm:ease-out sm:data-starting-style:-translate-y-2 sm:data-starting-style:opacity-0"
        >
          <RootMark of="dialog" />
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
