import { useRef, type PointerEvent } from 'react';

const LONG = 450;
const SLIP = 10;

/** A long press with a finger. `wasLong` tells the click that follows that it has been answered. */
export function useLongPress(onLong: (target: HTMLElement) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const long = useRef(false);

  const stop = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      long.current = false;
      if (event.pointerType === 'mouse') return;
      const target = event.target as HTMLElement;
      const timer = setTimeout(() => {
        long.current = true;
        navigator.vibrate?.(12);
        onLong(target);
      }, LONG);
      press.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = press.current;
      if (now && Math.hypot(event.clientX - now.x, event.clientY - now.y) > SLIP) stop();
    },
    stop,
    wasLong: () => long.current,
  };
}
