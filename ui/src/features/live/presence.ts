import { useSyncExternalStore } from 'react';
import type { LivePerson } from './stream';

let people: Readonly<Record<string, readonly LivePerson[]>> = {};
const listeners = new Set<() => void>();

export function setPresence(directoryId: string, there: readonly LivePerson[]): void {
  people = { ...people, [directoryId]: there };
  listeners.forEach((listener) => listener());
}

const nobody: readonly LivePerson[] = [];

/** The others who look at a directory now. */
export const usePresence = (directoryId: string | undefined) =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => people[directoryId ?? ''] ?? nobody,
  );
