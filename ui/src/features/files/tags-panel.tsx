import { can } from '~/api/permissions';
import { TagsTab } from '~/features/customfields/tags-tab';
import type { PanelProps } from './panel-tabs';

/** The tags of the entry. */
export function TagsPanel({ spaceId, entry }: PanelProps) {
  return (
    <TagsTab
      spaceId={spaceId}
      type={entry.kind}
      id={entry.id}
      directoryId={entry.directoryId}
      mayChange={can(entry.permissions, 'update', entry.kind) || can(entry.permissions, 'rename', entry.kind)}
    />
  );
}
