import { useSyncExternalStore } from 'react';

let renamed: string | null = null;
const listeners = new Set<() => void>();

/** The entry whose name is being written in its place, in the list. */
export function setRenaming(id: string | null): void {
  renamed = id;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useRenaming = (): string | null => useSyncExternalStore(subscribe, () => renamed);

/** How much of a name is chosen when writing begins: all but the ending of a file. */
export function stemLength(name: string, kind: 'file' | 'directory'): number {
  const dot = name.lastIndexOf('.');
  return kind === 'file' && dot > 0 ? dot : name.length;
}
