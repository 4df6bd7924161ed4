import { ActivityTab } from '~/features/activity/activity-tab';
import type { PanelProps } from './panel';

/** The activities of the entry, and of everything below it. */
export function ActivityPanel({ spaceId, entry }: PanelProps) {
  const subject =
    entry.kind === 'file' ? { directoryId: entry.directoryId, fileId: entry.id } : { directoryId: entry.id };
  return <ActivityTab spaceId={spaceId} my={false} {...subject} />;
}
