import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { iconButtonClass } from './icon-button';
import { useKitWords } from './provider';

const manager = Toast.createToastManager();

export interface ToastOptions {
  title: string;
  kind?: 'info' | 'success' | 'error';
  action?: { label: string; onClick: () => void };
  /** 3000 ms unless said otherwise; 0 stays until it is closed. */
  timeout?: number;
  /** A toast of the same id is replaced. */
  id?: string;
}

export const closeToast = (id: string) => manager.close(id);

/** Says something that needs no answer; errors are announced at once. */
export function toast({ title, kind = 'info', action, timeout = 3000, id }: ToastOptions): string {
  if (id) manager.close(id);
  const key: string = manager.add({
    id,
    title,
    timeout,
    type: kind,
    priority: kind === 'error' ? 'high' : 'low',
    actionProps: action && {
      children: action.label,
      onClick: () => {
        action.onClick();
        manager.close(key);
      },
    },
  });
  return key;
}

const icons = {
  success: <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-inverse-success" />,
  error: <CircleAlert size={18} aria-hidden="true" className="shrink-0 text-inverse-danger" />,
};

function List() {
  const { toasts } = Toast.useToastManager();
  const words = useKitWords();
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      swipeDirection={['down', 'left', 'right']}
      className="pointer-events-auto flex min-h-12 items-center gap-3 rounded-card bg-inverse py-1.5 ps-4 pe-2 text-on-inverse shadow-pop transition duration-180 data-ending-style:opacity-0 data-starting-style:translate-y-3 data-starting-style:opacity-0"
    >
      {item.type === 'success' || item.type === 'error' ? icons[item.type] : null}
      <Toast.Title render={<p />} className="min-w-0 flex-1 py-1" />
      {item.actionProps && (
        <Toast.Action className="h-9 shrink-0 rounded-lg px-3 font-bold underline-offset-4 hover:underline pointer-coarse:h-11" />
      )}
      <Toast.Close
        aria-label={words.close}
        className={iconButtonClass('text-current! opacity-70 hover:bg-current/10! hover:opacity-100')}
      >
        <X size={16} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  ));
}

/** Where toasts appear; mounted once. */
export function Toaster() {
  const words = useKitWords();
  return (
    <Toast.Provider toastManager={manager} timeout={3000} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={words.notifications}
          className="fixed start-4 bottom-4 z-60 flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 max-sm:bottom-[calc(5.5rem+env(safe-area-inset-bottom))]"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
