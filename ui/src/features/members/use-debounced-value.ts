import { useEffect, useState } from 'react';

/** What somebody writes, once they pause. */
export function useDebouncedValue(text: string, wait = 250): string {
  const [calm, setCalm] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(text), wait);
    return () => clearTimeout(timer);
  }, [text, wait]);
  return calm;
}
