import { useEffect, type ReactNode } from 'react';
import { setShownTarget, uploadFrom } from '~/features/uploads/start';
import { closeDialog, showDialog } from './dialogs';
import { DropNotice } from './drop-notice';
import type { Entries } from './listing';
import type { Place } from './place';
import { mayUpload } from './rights';
import type { Shelf } from './shelf';
import { whenNewFolder } from './start';
import { useDrop } from './use-drop';

type Props = {
  place: Place;
  directoryId: string;
  entries: Entries;
  shelf: Shelf;
  here: string;
  /** Gets the folder that something is being dragged over. */
  children: (dropOn: string | null) => ReactNode;
};

/** Takes what is dropped from the desktop; where nothing can be uploaded it refuses. */
export function UploadArea({ place, directoryId, entries, shelf, here, children }: Props) {
  const { spaceId } = place;
  const holds = shelf.kind === 'directory';
  useEffect(() => {
    if (!holds) return undefined;
    setShownTarget({ spaceId, directoryId });
    return () => setShownTarget(null);
  }, [spaceId, directoryId, holds]);
  useEffect(() => {
    if (!holds) return undefined;
    return whenNewFolder(() => {
      closeDialog();
      showDialog({ kind: 'new-folder', spaceId, parentId: directoryId });
    });
  }, [spaceId, directoryId, holds]);
  const uploads = holds && mayUpload(entries.directory);
  const drop = useDrop((dataTransfer, folder) => {
    if (uploads) uploadFrom(dataTransfer, { spaceId, directoryId: folder ?? directoryId });
  });
  const over = drop.over?.directoryId ?? null;
  return (
    <div className="relative flex h-full flex-col" {...drop.props}>
      {children(over)}
      {drop.over && (
        <DropNotice name={(over && entries.entryOf(over)?.name) || here} allowed={uploads} overFolder={over !== null} />
      )}
    </div>
  );
}
