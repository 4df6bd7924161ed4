import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode } from 'react';
import { cx } from './cx';
import { scrimClass } from './scrim';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Read aloud; shown unless `hideTitle`. */
  title: string;
  hideTitle?: boolean;
  children: ReactNode;
  className?: string;
  /** The sheet is a form: its first field takes the focus. */
  writes?: boolean;
};

/** The form of menus and panels on a phone. */
export function Sheet({ open, onOpenChange, title, hideTitle, children, className, writes }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={scrimClass} />
        <Base.Popup
          ref={popup}
          initialFocus={writes ? () => popup.current?.querySelector('input') ?? null : undefined}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] flex-col rounded-t-dialog bg-raised shadow-pop outline-none',
            'pb-[max(0.75rem,env(safe-area-inset-bottom))] transition duration-180 ease-out',
            'data-ending-style:translate-y-full data-starting-style:translate-y-full',
            className,
          )}
        >
          <div className="mx-auto mt-2 mb-1 h-1 w-10 shrink-0 rounded-full bg-line" aria-hidden="true" />
          <Base.Title className={hideTitle ? 'sr-only' : 'px-5 pt-2 pb-1 text-base font-bold wrap-anywhere'}>
            <bdi>{title}</bdi>
          </Base.Title>
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
