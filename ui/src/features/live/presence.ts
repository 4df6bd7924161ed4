import { createPersonalStore } from '~/kit/store';
import type { LivePerson } from './stream';

const people = createPersonalStore<Readonly<Record<string, readonly LivePerson[]>>>({});

export const setPresence = (directoryId: string, there: readonly LivePerson[]): void =>
  people.set({ ...people.get(), [directoryId]: there });

const nobody: readonly LivePerson[] = [];

/** The other users who look at a directory now. */
export const usePresence = (directoryId: string | undefined) => people.use()[directoryId ?? ''] ?? nobody;
