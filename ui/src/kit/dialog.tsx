import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cx } from './cx';
import { useEarlyEscape } from './early-escape';
import { scrimClass } from './scrim';
import { iconButtonClass } from './icon-button';
import { useKitWords } from './provider';

const widths = { sm: 'sm:w-[26rem]', md: 'sm:w-[32rem]', lg: 'sm:w-[44rem]' } as const;

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the one that acts comes last. */
  footer?: ReactNode;
  width?: keyof typeof widths;
  /** Cannot be put away: neither by Escape nor by a click outside. */
  persistent?: boolean;
  /** May open over another dialog, which then lies in the dark, too. */
  above?: boolean;
};

/** In the middle of a desktop; on a phone it rises from the bottom edge, within reach of a thumb. */
export function Dialog(props: Props) {
  const words = useKitWords();
  const popup = useRef<HTMLDivElement>(null);
  useEarlyEscape(props.open, () => {
    if (!props.persistent) props.onOpenChange(false);
  });
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open) => {
        if (open || !props.persistent) props.onOpenChange(open);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={cx(scrimClass, props.above && 'z-50!')} />
        <Base.Viewport className="fixed inset-0 z-50 grid grid-cols-1 items-end justify-items-center overflow-y-auto sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={() =>
              popup.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]') ?? popup.current
            }
            className={cx(
              'flex max-h-[92dvh] w-full flex-col rounded-t-dialog bg-raised shadow-pop outline-none sm:rounded-dialog',
              'transition duration-180 ease-out data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0',
              widths[props.width ?? 'sm'],
            )}
          >
            <header className="flex items-start gap-3 px-6 pt-5">
              <div className="min-w-0 flex-1 pt-1">
                <Base.Title className="text-lg font-bold">{props.title}</Base.Title>
                {props.description && (
                  <Base.Description render={<div />} className="mt-1 text-muted">
                    {props.description}
                  </Base.Description>
                )}
              </div>
              {!props.persistent && (
                <Base.Close aria-label={words.close} className={iconButtonClass('-me-2')}>
                  <X size={18} aria-hidden="true" />
                </Base.Close>
              )}
            </header>
            <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-6 py-4">{props.children}</div>
            {props.footer && (
              <footer className="flex justify-end gap-2 px-6 pt-1 pb-6 max-sm:flex-col-reverse max-sm:pb-[max(1.5rem,env(safe-area-inset-bottom))]">
                {props.footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
