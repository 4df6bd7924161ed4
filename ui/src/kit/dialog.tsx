import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cx } from './cx';
import { RootMark } from './root-mark';
import { useEarlyEscape } from './use-early-escape';
import { scrimClass } from './scrim';
import { iconButtonClass } from './icon-button';
import { useKitWords } from './provider';
import { useScrollEdges } from './use-scroll-edges';

const widths = { sm: 'sm:w-[26rem]', md: 'sm:w-[32rem]', lg: 'sm:w-[44rem]' } as const;

// Not a switch: what is pressed at once must not change anything.
const firstField = 'input:not([type=checkbox], [type=radio]), textarea, [role=combobox]';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** The picture of the subject, beside the title. */
  icon?: ReactNode;
  children?: ReactNode;
  /** Buttons; the one that acts comes last. */
  footer?: ReactNode;
  width?: keyof typeof widths;
  /** Cannot be put away: neither by Escape nor by a click outside. */
  persistent?: boolean;
  /** May open over another dialog, which then lies in the dark, too. */
  above?: boolean;
  /** Most users come to press a button: on a touch screen the keyboard does not rise for the first field. */
  calm?: boolean;
};

/** In the middle of a desktop; on a phone it rises from the bottom edge, within reach of a thumb. */
export function Dialog(props: Props) {
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
              (props.calm && matchMedia('(pointer: coarse)').matches
                ? null
                : popup.current?.querySelector<HTMLElement>(firstField)) ?? popup.current
            }
            className={cx(
              'flex max-h-[92dvh] w-full flex-col rounded-t-dialog bg-raised shadow-pop outline-none sm:rounded-dialog',
              'transition duration-180 ease-out data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0',
              widths[props.width ?? 'sm'],
            )}
          >
            <RootMark of="dialog" />
            <Parts {...props} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Head, body and foot. The body scrolls between the others, which get an edge while it goes on behind them. */
function Parts({ title, description, icon, children, footer, persistent }: Props) {
  const words = useKitWords();
  const { scroller, above, below } = useScrollEdges();
  return (
    <>
      <header
        data-edge={above || undefined}
        className="flex items-start gap-3 rounded-t-[inherit] border-b border-transparent px-6 pt-5 pb-3 transition-colors data-edge:border-line"
      >
        {icon}
        <div className="min-w-0 flex-1 pt-1">
          <Base.Title className="text-lg font-bold">{title}</Base.Title>
          {description && (
            <Base.Description render={<div />} className="mt-1 text-muted">
              {description}
            </Base.Description>
          )}
        </div>
        {!persistent && (
          <Base.Close aria-label={words.close} className={iconButtonClass('-me-2')}>
            <X size={18} aria-hidden="true" />
          </Base.Close>
        )}
      </header>
      <div
        ref={scroller}
        className={cx('scroll-thin min-h-0 flex-1 overflow-y-auto px-6 pt-1', footer ? 'pb-4' : 'pb-6')}
      >
        {children}
      </div>
      {footer && (
        <footer
          data-edge={below || undefined}
          className="flex justify-end gap-2 border-t border-transparent px-6 pt-3 pb-6 transition-colors data-edge:border-line max-sm:flex-col-reverse max-sm:pb-[max(1.5rem,env(safe-area-inset-bottom))]"
        >
          {footer}
        </footer>
      )}
    </>
  );
}
