import { useEffect, useState } from 'react';
import { whenRested } from './when-rested';

/** Whether the page came to rest, for what is asked of the server and no first screen needs. */
export function useIsPageAtRest(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => void whenRested(() => setRested(true)), []);
  return rested;
}
