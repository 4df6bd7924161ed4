import { useEffect, useState } from 'react';

/** The value once it has not changed for `wait` milliseconds. */
export function useDebouncedValue<T>(value: T, wait = 250): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return still;
}
