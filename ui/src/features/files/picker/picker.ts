import { t } from '~/i18n';
import type { Target } from '../operations/calls';
import type { Entry } from '../listing/entry';
import type { Folders } from './use-folders';

export const startOf = (spaceId: string, directoryId: string): Target | null =>
  directoryId ? { spaceId, directoryId } : null;

/** The reason why the entries cannot go there, in words, or null. */
export function refusalOf(
  way: 'copy' | 'move',
  entries: readonly Entry[],
  target: Target,
  folders: Folders | undefined,
): string | null {
  if (way === 'move' && entries.every(({ directoryId }) => directoryId === target.directoryId))
    return t('files.alreadyHere');
  if (!folders) return null;
  const steps = new Set(folders.path.map(({ directory_id: id }) => id));
  if (entries.some(({ kind, id }) => kind === 'directory' && steps.has(id))) return t('files.intoItself');
  const kinds = new Set(entries.map(({ kind }) => kind));
  const refused = (kinds.has('directory') && !folders.mayMakeFolders) || (kinds.has('file') && !folders.mayAddFiles);
  return refused ? t('files.mayNotHere') : null;
}
