import { useEffect, useState } from 'react';

const PAUSE = 5 * 60_000;

/** False once the page has been out of sight for five minutes. */
export function useAwake(): boolean {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setAwake(true);
      else timer = setTimeout(() => setAwake(false), PAUSE);
    };
    document.addEventListener('visibilitychange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, []);
  return awake;
}
