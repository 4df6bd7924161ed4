import type { Search } from './filters';

type Listener = (search: Search) => void;
const listeners = new Set<Listener>();

/** Opens the form of all filters, filled in as far as is known. */
export function showAdvanced(search: Search): void {
  listeners.forEach((listener) => listener(search));
}

export function whenAdvanced(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
