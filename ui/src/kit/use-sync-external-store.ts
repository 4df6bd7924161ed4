// Replaces the CommonJS package of that name, which would require a second renderer.
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

export { useSyncExternalStore };

export function useSyncExternalStoreWithSelector<S, T>(
  subscribe: (listener: () => void) => () => void,
  get: () => S,
  _server: undefined | null | (() => S),
  selector: (state: S) => T,
  equal: (a: T, b: T) => boolean = Object.is,
): T {
  const last = useRef<{ value: T } | null>(null);
  const read = useMemo(() => {
    let memo: { state: S; value: T } | null = null;
    return () => {
      const state = get();
      if (memo && Object.is(memo.state, state)) return memo.value;
      const next = selector(state);
      const known = memo ?? last.current;
      const value = known && equal(known.value, next) ? known.value : next;
      memo = { state, value };
      return value;
    };
  }, [get, selector, equal]);
  const value = useSyncExternalStore(subscribe, read);
  useEffect(() => {
    last.current = { value };
  }, [value]);
  return value;
}
