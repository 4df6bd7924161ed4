import { createPersonalStore } from '~/kit/store';

const renamed = createPersonalStore<string | null>(null);

/** The entry whose name is being edited in the list. */
export const setRenaming = renamed.set;

export const useRenaming = renamed.use;

/** How much of a name is chosen when writing begins: all but the ending of a file. */
export function stemLength(name: string, kind: 'file' | 'directory'): number {
  const dot = name.lastIndexOf('.');
  return kind === 'file' && dot > 0 ? dot : name.length;
}
