import { createStore } from '~/kit/store';
import type { KeptFile } from './database';

type Pins = ReadonlyMap<string, KeptFile>;

const pins = createStore<Pins | null>(null);
const stale = createStore<ReadonlySet<string>>(new Set());

export const currentPins = pins.get;
export const currentStale = stale.get;
export const publishPins = (next: Pins): void => pins.set(next);
export const publishStale = stale.set;

/** Files that the user keeps on this device; null until they have been read. */
export const usePins = pins.use;
/** Those of which the server has a newer version. */
export const useStalePins = stale.use;
export const isPinned = (id: string) => pins.get()?.has(id) ?? false;
