import { Dialog as Base } from '@base-ui/react/dialog';
import { ArrowRight } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cx } from './cx';
import { iconButtonClass } from './icon-button';
import { useKitWords } from './provider';
import { RootMark } from './root-mark';
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
  /** Leads one step back; Escape does the same. Absent on the first step. */
  onBack?: (() => void) | undefined;
};

/** The form of menus and panels on a phone. */
export function Sheet({ open, onOpenChange, title, hideTitle, children, className, writes, onBack }: Props) {
  const words = useKitWords();
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!onBack || details.reason !== 'escape-key') return onOpenChange(next);
        details.cancel();
        onBack();
      }}
    >
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
          <RootMark of="dialog" />
          <div className="mx-auto mt-2 mb-1 h-1 w-10 shrink-0 rounded-full bg-line" aria-hidden="true" />
          <div className={onBack && 'flex items-center ps-2'}>
            {onBack && (
              <button type="button" aria-label={words.back} onClick={onBack} className={iconButtonClass()}>
                <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
              </button>
            )}
            <Base.Title
              className={
                hideTitle ? 'sr-only' : cx('pt-2 pb-1 text-base font-bold wrap-anywhere', onBack ? 'px-2' : 'px-5')
              }
            >
              <bdi>{title}</bdi>
            </Base.Title>
          </div>
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
