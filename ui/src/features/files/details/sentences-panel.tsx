import { SentencesTab } from '~/features/summaries/sentences-tab';
import type { PanelProps } from './panel';

/** The key sentences of the document, each with the way to it. */
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
