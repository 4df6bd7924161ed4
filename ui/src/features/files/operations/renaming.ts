import { createPersonalStore } from '~/kit/store';

/** A name that the server refused, and why. */
export interface RefusedName {
  readonly name: string;
  readonly reason: string;
}

/** The entry whose name is being edited in the list. */
export interface Renaming {
  readonly id: string;
  /** The name that was tried before. */
  readonly refused?: RefusedName;
}

const renamed = createPersonalStore<Renaming | null>(null);

export const setRenaming = renamed.set;
export const isRenaming = () => renamed.get() !== null;

export const useRenaming = renamed.use;

/** How much of a name is chosen when writing begins: all but the ending of a file. */
export function stemLength(name: string, kind: 'file' | 'directory'): number {
  const dot = name.lastIndexOf('.');
  return kind === 'file' && dot > 0 ? dot : name.length;
}
