import { useShareLink } from '~/features/links/use-share-link';
import { Reach } from '../sharing/reach';
import { linkRights, linkTarget } from '../sharing/rights';
import type { PanelProps } from './panel';

/** Everything by which an entry is reached, beside the list. */
export function AccessPanel({ spaceId, entry }: PanelProps) {
  const share = useShareLink(spaceId, [linkTarget(entry)], linkRights([entry]));
  return <Reach panel spaceId={spaceId} entry={entry} share={share} />;
}
