import { PeoplePart } from '~/features/access/people-part';
import { ThroughPart } from '~/features/access/through-part';
import { ViewAsField } from '~/features/access/view-as-field';
import { BoxesPart } from '~/features/boxes/boxes-part';
import { LinkPart } from '~/features/links/link-part';
import type { ShareLink } from '~/features/links/use-share-link';
import type { Entry } from '../listing/entry';
import { mayOn } from '../listing/rights';
import { DirectLink } from './direct-link';
import { linkTarget } from './rights';

type Props = {
  spaceId: string;
  entry: Entry;
  share: ShareLink;
  /** Beside the list: with a button of its own, and the view of other members. */
  panel?: boolean;
};

/** Everything by which an entry is reached: people, download links, upload boxes, the direct link. */
export function Reach({ spaceId, entry, share, panel = false }: Props) {
  const { id, kind, directoryId, name } = entry;
  const item = { spaceId, id, kind, directoryId, name };
  const mayBox = kind === 'directory' && mayOn(entry, 'read', 'box_link');
  return (
    <div className="grid grid-cols-1 gap-5">
      <PeoplePart item={item} folded={share.editing !== null} />
      <LinkPart spaceId={spaceId} targets={[linkTarget(entry)]} share={share} buttons={panel} />
      {share.editing === null && (
        <>
          {mayBox && (
            <BoxesPart spaceId={spaceId} directory={{ id, name }} mayCreate={mayOn(entry, 'create', 'box_link')} />
          )}
          {kind === 'file' && <DirectLink key={id} spaceId={spaceId} entry={entry} />}
          <ThroughPart item={item} own={{ links: share.rights.read, boxes: mayBox }} />
          {panel && <ViewAsField item={item} />}
        </>
      )}
    </div>
  );
}
