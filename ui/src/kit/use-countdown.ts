import { useEffect, useState } from 'react';

/** Seconds that are left until something may be done once more; `first` until it may be done at all. */
export function useCountdown(from: number, first = from) {
  const [until, setUntil] = useState(() => Date.now() + first * 1000);
  const [left, setLeft] = useState(first);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return { left, restart: () => setUntil(Date.now() + from * 1000) };
}
