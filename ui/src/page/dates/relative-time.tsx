import { useEffect, useState } from 'react';
import { when } from '~/i18n/format';
import { createStore } from '~/kit/store';

const TICK = 20_000;

const now = createStore(0);
let shown = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  if (!document.hidden) now.set(Date.now());
};

/** A time in words that stays true while it is shown. All of them on a page change at once, so that equal times read equal. */
export function RelativeTime({ at }: { at: string | Date }) {
  const [first] = useState(() => Date.now());
  const last = now.use();
  useEffect(() => {
    if (shown++ === 0) {
      timer = setInterval(tick, TICK);
      document.addEventListener('visibilitychange', tick);
    }
    return () => {
      if (--shown > 0) return;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return <>{when(at, Math.max(first, last))}</>;
}
