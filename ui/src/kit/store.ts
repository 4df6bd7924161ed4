import { useSyncExternalStore } from 'react';

/** Passes the arguments of `emit` to its listeners. */
interface Emitter<Args extends unknown[] = []> {
  /** Returns how to stop. */
  readonly subscribe: (listener: (...args: Args) => void) => () => void;
  readonly emit: (...args: Args) => void;
  readonly size: () => number;
}

export function createEmitter<Args extends unknown[] = []>(): Emitter<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (...args) => listeners.forEach((listener) => listener(...args)),
    size: () => listeners.size,
  };
}

/** A value outside of components; components that use it are drawn again when it changes. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly use: () => T;
}

const resets: (() => void)[] = [];
const personalResets: (() => void)[] = [];

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const { subscribe, emit } = createEmitter();
  const get = () => value;
  const set = (next: T) => {
    value = next;
    emit();
  };
  resets.push(() => set(initial));
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) };
}

/** A store of what one person has open: it is emptied when their session ends, so that the next person does not find it. */
export function createPersonalStore<T>(initial: T): Store<T> {
  const store = createStore(initial);
  personalResets.push(() => store.set(initial));
  return store;
}

/** Empties the stores of what one person has open. */
export const resetPersonalStores = (): void => personalResets.forEach((reset) => reset());

/** Gives every store its first value back, between two tests. */
export const resetStores = (): void => resets.forEach((reset) => reset());
