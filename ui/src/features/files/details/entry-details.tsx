import { DirectoryDetails } from './directory-details';
import { FileDetails } from './file-details';
import type { PanelProps } from './panel';
import { TrashedDetails } from './trashed-details';

/** The properties of an entry: type, place and creator. */
export function EntryDetails(props: PanelProps) {
  const { entry, spaceId, trail } = props;
  if (entry.trashed) return <TrashedDetails {...props} />;
  if (entry.kind === 'file') return <FileDetails spaceId={spaceId} file={entry} trail={trail} />;
  return <DirectoryDetails spaceId={spaceId} directory={entry} trail={trail} />;
}
