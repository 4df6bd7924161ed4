import { createStore } from './store';

interface ToastOptions {
  title: string;
  kind?: 'info' | 'success' | 'error';
  action?: { label: string; onClick: () => void };
  /** 3000 ms unless said otherwise; 0 stays until it is closed. */
  timeout?: number;
  /** The progress from 0 to 1; null when it is unknown. */
  progress?: number | null;
  /** A toast of the same id is replaced. */
  id?: string;
}

export type ToastItem = ToastOptions & { id: string; kind: 'info' | 'success' | 'error' };

/** More than these would cover the page; the oldest goes. */
const limit = 3;

const shown = createStore<readonly ToastItem[]>([]);
let counter = 0;
let paused = false;
const timers = new Map<string, { timer: ReturnType<typeof setTimeout> | undefined; left: number; since: number }>();

function run(id: string) {
  const clock = timers.get(id);
  if (!clock || paused) return;
  clock.since = Date.now();
  clock.timer = setTimeout(() => closeToast(id), clock.left);
}

export function closeToast(id: string) {
  clearTimeout(timers.get(id)?.timer);
  timers.delete(id);
  const items = shown.get();
  if (items.some((item) => item.id === id)) shown.set(items.filter((item) => item.id !== id));
}

/** Says something that needs no answer; errors are announced at once. */
export function toast(options: ToastOptions): string {
  counter += 1;
  const id = options.id ?? `toast-${counter}`;
  closeToast(id);
  while (shown.get().length >= limit) closeToast(shown.get()[0]?.id ?? '');
  shown.set([...shown.get(), { ...options, id, kind: options.kind ?? 'info' }]);
  const timeout = options.timeout ?? 3000;
  if (timeout > 0) {
    timers.set(id, { timer: undefined, left: timeout, since: Date.now() });
    run(id);
  }
  return id;
}

/** While the pointer or the focus is on a toast, none of them goes. */
export function pauseToasts(now: boolean) {
  if (now === paused) return;
  paused = now;
  for (const [id, clock] of timers) {
    if (now) {
      clearTimeout(clock.timer);
      clock.left = Math.max(1000, clock.left - (Date.now() - clock.since));
    } else run(id);
  }
}

export const currentToasts = shown.get;
export const useToasts = shown.use;
