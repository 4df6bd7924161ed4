import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { StackPlace } from './bottom-stack';
import { cx } from './cx';
import { iconButtonClass } from './icon-button';
import { Progress } from './progress';
import { useKitWords } from './provider';
import { closeToast, pauseToasts, useToasts, type ToastItem } from './toast';

const icons = {
  info: null,
  success: <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-inverse-success" />,
  error: <CircleAlert size={18} aria-hidden="true" className="shrink-0 text-inverse-danger" />,
};

function Toast({ item }: { item: ToastItem }) {
  const words = useKitWords();
  const handleAct = () => {
    closeToast(item.id);
    item.action?.onClick();
  };
  return (
    <div
      role={item.kind === 'error' ? 'alert' : undefined}
      className="pointer-events-auto flex min-h-12 animate-rise items-center gap-3 rounded-card bg-inverse py-1.5 ps-4 pe-2 text-on-inverse shadow-pop"
    >
      {icons[item.kind]}
      <div className="min-w-0 flex-1 py-1 wrap-anywhere">
        {/* The space keeps the last word apart from the button's when both are read. */}
        <p>{item.title} </p>
        {item.progress !== undefined && (
          <Progress label={item.title} value={item.progress} className="mt-1.5 bg-current/25!" />
        )}
      </div>
      {item.action && (
        <button
          type="button"
          onClick={handleAct}
          className="h-9 shrink-0 rounded-lg px-3 font-bold underline-offset-4 hover:underline pointer-coarse:h-11"
        >
          {item.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={words.close}
        onClick={() => closeToast(item.id)}
        className={iconButtonClass('text-current! opacity-70 hover:bg-current/10! hover:opacity-100')}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}

/** The stack at the bottom of the window: toasts, then the bars that last. Mounted once, beside the page, so that an open dialog does not silence it. */
export function Toaster() {
  const words = useKitWords();
  const items = useToasts();
  return createPortal(
    <section
      aria-label={words.notifications}
      aria-live="polite"
      className={cx(
        'pointer-events-none fixed inset-x-4 bottom-[calc(var(--dock,0px)+1rem)] z-60 mx-auto flex max-w-104 flex-col gap-2 max-sm:bottom-[calc(var(--dock,0px)+1.75rem)]',
        // The buttons of a dialog are below its middle: beside it where there is room, else at the top.
        'in-data-dialog-shown:max-[1399px]:top-2 in-data-dialog-shown:max-[1399px]:bottom-auto in-data-dialog-shown:max-sm:bottom-auto',
        'in-data-dialog-shown:min-[1400px]:end-auto in-data-dialog-shown:min-[1400px]:w-96',
      )}
    >
      <div
        role="presentation"
        onPointerEnter={() => pauseToasts(true)}
        onPointerLeave={() => pauseToasts(false)}
        onFocus={() => pauseToasts(true)}
        onBlur={() => pauseToasts(false)}
        className="flex flex-col gap-2"
      >
        {items.map((item) => (
          <Toast key={item.id} item={item} />
        ))}
      </div>
      <StackPlace />
    </section>,
    document.body,
  );
}
