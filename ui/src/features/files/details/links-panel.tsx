import { LinksTab } from '~/features/links/links-tab';
import { BoxesTab } from '~/features/boxes/boxes-tab';
import type { PanelProps } from './panel';
import { mayOn } from '../listing/rights';

/** The download links of the entry, and of a folder its upload boxes. */
export function LinksPanel({ spaceId, entry }: PanelProps) {
  const { kind, id, name, directoryId } = entry;
  return (
    <div className="grid gap-8">
      {mayOn(entry, 'read', 'download_link') && (
        <LinksTab
          spaceId={spaceId}
          target={{ kind, id, name, directoryId }}
          mayCreate={mayOn(entry, 'create', 'download_link')}
        />
      )}
      {kind === 'directory' && mayOn(entry, 'read', 'box_link') && (
        <BoxesTab spaceId={spaceId} directory={{ id, name }} mayCreate={mayOn(entry, 'create', 'box_link')} />
      )}
    </div>
  );
}
