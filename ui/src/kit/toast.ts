export interface ToastOptions {
  title: string;
  kind?: 'info' | 'success' | 'error';
  action?: { label: string; onClick: () => void };
  /** 3000 ms unless said otherwise; 0 stays until it is closed. */
  timeout?: number;
  /** How far something has come, from 0 to 1; null when nobody knows. */
  progress?: number | null;
  /** A toast of the same id is replaced. */
  id?: string;
}

export type ToastItem = ToastOptions & { id: string; kind: 'info' | 'success' | 'error' };

/** More than these would cover the page; the oldest goes. */
const limit = 3;

let items: readonly ToastItem[] = [];
let counter = 0;
let paused = false;
const listeners = new Set<() => void>();
const timers = new Map<string, { timer: ReturnType<typeof setTimeout> | undefined; left: number; since: number }>();

function publish(next: readonly ToastItem[]) {
  items = next;
  listeners.forEach((listener) => listener());
}

function run(id: string) {
  const clock = timers.get(id);
  if (!clock || paused) return;
  clock.since = Date.now();
  clock.timer = setTimeout(() => closeToast(id), clock.left);
}

export function closeToast(id: string) {
  clearTimeout(timers.get(id)?.timer);
  timers.delete(id);
  if (items.some((item) => item.id === id)) publish(items.filter((item) => item.id !== id));
}

/** Says something that needs no answer; errors are announced at once. */
export function toast(options: ToastOptions): string {
  counter += 1;
  const id = options.id ?? `toast-${counter}`;
  closeToast(id);
  while (items.length >= limit) closeToast(items[0]?.id ?? '');
  publish([...items, { ...options, id, kind: options.kind ?? 'info' }]);
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

export const currentToasts = () => items;

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
