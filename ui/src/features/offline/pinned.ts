import { useSyncExternalStore } from 'react';
import type { KeptFile } from './database';

type Pins = ReadonlyMap<string, KeptFile>;

const listeners = new Set<() => void>();
let pins: Pins | null = null;
let stale: ReadonlySet<string> = new Set();

const tell = () => listeners.forEach((listener) => listener());

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentPins = () => pins;
export const currentStale = () => stale;

export function publishPins(next: Pins): void {
  pins = next;
  tell();
}

export function publishStale(next: ReadonlySet<string>): void {
  stale = next;
  tell();
}

/** Files that the person keeps on this device; null until they have been read. */
export const usePins = () => useSyncExternalStore(subscribe, currentPins);
/** Those of which the server has a newer version. */
export const useStalePins = () => useSyncExternalStore(subscribe, currentStale);
export const isPinned = (id: string) => pins?.has(id) ?? false;
