import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { RootMark } from './root-mark';
import { scrimClass } from './scrim';

type Props = { open: boolean; onClose: () => void; label: string; children: ReactNode };

/** A panel over the page at its inline start. */
export function Drawer({ open, onClose, label, children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Popup
          aria-label={label}
          className="fixed inset-y-0 start-0 z-50 flex bg-bg shadow-pop outline-none transition duration-180 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full"
        >
          <RootMark of="dialog" />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
