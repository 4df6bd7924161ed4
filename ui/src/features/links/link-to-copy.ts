import type { Link } from '~/api/types';
import type { ShareTarget } from './api';

/** The newest working link to these items and to nothing else. A link that opens more must not be handed on by chance. */
export function linkToCopy(links: readonly Link[], targets: readonly ShareTarget[]): Link | undefined {
  const wanted = new Set(targets.map(({ id }) => id));
  return links.find(
    ({ status, items }) =>
      status === 'active' && items.length === wanted.size && items.every(({ target_id: id }) => wanted.has(id)),
  );
}
