import { TagsTab } from '~/features/fields/tags-tab';
import type { PanelProps } from './panel';
import { mayOn } from '../listing/rights';

/** The tags of the entry. */
export function TagsPanel({ spaceId, entry }: PanelProps) {
  return (
    <TagsTab
      spaceId={spaceId}
      type={entry.kind}
      id={entry.id}
      directoryId={entry.directoryId}
      mayChange={mayOn(entry, 'update', 'entity_custom_field')}
    />
  );
}
