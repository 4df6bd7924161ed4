import type { AdminCopies } from '~/api/types.gen';

/**
 * How the copies at the target stand to the recovery sheet. `lost`: they are encrypted, and the server no longer has the keys;
 * `foreign`: those that are not encrypted are of others, and this server can’t change them.
 */
export type SheetState = 'none' | 'lost' | 'idle' | 'resealing' | 'sealed' | 'foreign' | 'clear';

export function sheetState({ sheet, copies }: Pick<AdminCopies, 'sheet' | 'copies'>): SheetState {
  if (!sheet) return copies.on && copies.sealed ? 'lost' : 'none';
  if (!copies.on) return 'idle';
  if (sheet.resealing || copies.resealing) return 'resealing';
  if (sheet.sealed) return 'sealed';
  return sheet.foreign ? 'foreign' : 'clear';
}
