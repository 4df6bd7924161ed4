import { useEffect, useState } from 'react';

/** A value once it has stood still for a moment. */
export function useDebouncedValue<T>(value: T, wait = 250): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return still;
}
