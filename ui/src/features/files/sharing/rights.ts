import type { ShareTarget } from '~/features/links/api';
import type { Entry } from '../listing/entry';
import { mayAll } from '../listing/rights';

export const linkTarget = ({ kind, id, name, directoryId }: Entry): ShareTarget => ({ kind, id, name, directoryId });

/** Whether the user may see and make download links of the entries. Links belong to a directory; a root lies in none. */
export function linkRights(entries: readonly Entry[]) {
  const placed = entries.every(({ directoryId }) => directoryId !== '');
  return {
    read: placed && mayAll(entries, 'read', 'download_link'),
    create: placed && mayAll(entries, 'create', 'download_link'),
  };
}
