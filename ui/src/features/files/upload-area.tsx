import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useSpace } from '~/api/spaces';
import { setShownTarget, uploadFrom } from '~/features/uploads/start';
import { closeDialog, showDialog } from './dialogs';
import type { Entries } from './listing';
import type { Place } from './place';
import { mayUpload } from './rights';
import type { Shelf } from './shelf';
import { whenNewFolder } from './start';
import { useDrop } from './use-drop';

const DropNotice = lazy(async () => ({ default: (await import('./drop-notice')).DropNotice }));

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
  const space = useSpace(spaceId);
  const holds = shelf.kind === 'directory';
  // What is made while one looks at another list goes to the root.
  const target = holds ? directoryId : place.my ? space?.my_root_directory_id : space?.root_directory_id;
  useEffect(() => {
    if (!target) return undefined;
    setShownTarget({ spaceId, directoryId: target });
    return () => setShownTarget(null);
  }, [spaceId, target]);
  useEffect(() => {
    if (!target) return undefined;
    return whenNewFolder(() => {
      closeDialog();
      showDialog({ kind: 'new-folder', spaceId, parentId: target });
    });
  }, [spaceId, target]);
  const uploads = holds && mayUpload(entries.directory);
  const drop = useDrop((dataTransfer, folder) => {
    if (uploads) uploadFrom(dataTransfer, { spaceId, directoryId: folder ?? directoryId });
  });
  const over = drop.over?.directoryId ?? null;
  return (
    <div className="relative flex h-full flex-col" {...drop.props}>
      {children(over)}
      {drop.over && (
        <Suspense>
          <DropNotice
            name={(over && entries.entryOf(over)?.name) || here}
            allowed={uploads}
            overFolder={over !== null}
          />
        </Suspense>
      )}
    </div>
  );
}
