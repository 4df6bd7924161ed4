import { useEffect, useState } from 'react';

/** Seconds that are left until something may be done once more. */
export function useCountdown(from: number) {
  const [until, setUntil] = useState(() => Date.now() + from * 1000);
  const [left, setLeft] = useState(from);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  return { left, restart: () => setUntil(Date.now() + from * 1000) };
}
