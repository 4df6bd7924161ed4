import { SentencesTab } from '~/features/summaries/sentences-tab';
import type { PanelProps } from './panel';

/** What the document says, each sentence with the way to it. */
export function SentencesPanel({ spaceId, entry, found, onFind }: PanelProps) {
  return (
    <SentencesTab
      spaceId={spaceId}
      fileId={entry.id}
      versionId={entry.versionId}
      shown={found}
      onShow={(words, place) => onFind(entry, { words, place })}
    />
  );
}
