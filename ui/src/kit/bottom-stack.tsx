import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from './store';

const place = createStore<HTMLElement | null>(null);

/** Where StackBar puts its content: the last part of the stack at the bottom of the window, below the toasts. */
export function StackPlace() {
  return <div ref={place.set} className="pointer-events-auto flex justify-center empty:hidden" />;
}

/** A bar at the bottom of the window that lasts, in one stack with the toasts. */
export function StackBar({ children }: { children: ReactNode }) {
  const element = place.use();
  return element ? createPortal(children, element) : null;
}
