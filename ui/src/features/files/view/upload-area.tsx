import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import type { Directory } from '~/api/types';
import { uploadFrom } from '~/features/uploads/choose';
import { setShownTarget } from '~/features/uploads/start';
import { closeDialog, showDialog } from '../operations/dialogs';
import type { Entries } from '../listing/listing';
import type { Place } from '~/api/place';
import { mayMakeFolders, mayUpload } from '../listing/rights';
import type { ListKind } from '../listing/list-kind';
import { createDocument } from '../operations/create-document';
import { setCreateRights, whenNewDocument, whenNewFolder } from '../operations/start';
import { useDrop } from './use-drop';

const DropNotice = lazy(async () => ({ default: (await import('./drop-notice')).DropNotice }));

type Props = {
  place: Place;
  directoryId: string;
  entries: Entries;
  listKind: ListKind;
  here: string;
  /** Gets the folder that something is being dragged over. */
  children: (dropOn: string | null) => ReactNode;
};

/** Uploads files dropped from the desktop; refuses them where uploading is impossible. */
export function UploadArea({ place, directoryId, entries, listKind, here, children }: Props) {
  const { spaceId } = place;
  const space = useSpace(spaceId);
  const holds = listKind.id === 'directory';
  // A list that is no directory takes uploads and new folders into the root.
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
  useEffect(() => {
    if (!target) return undefined;
    return whenNewDocument((type) => {
      if (type !== 'template') void createDocument(spaceId, target, type);
      else showDialog({ kind: 'templates', spaceId, directoryId: target });
    });
  }, [spaceId, target]);
  const uploads = holds && mayUpload(entries.directory);
  useMayMake(place, holds ? entries.directory : undefined, holds);
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

/** Tells the New button what the user may make: here, or in the root from another list. */
function useMayMake({ spaceId, my }: Place, directory: Directory | undefined, holds: boolean): void {
  const { data } = usePermissions(spaceId);
  const rights = holds ? directory : my ? everything : data && { current_permissions: data };
  const known = rights !== undefined;
  const folders = mayMakeFolders(rights);
  const uploads = mayUpload(rights);
  useEffect(() => (known ? setCreateRights({ folders, uploads }) : undefined), [known, folders, uploads]);
}

/** The user has all rights in their own drive. */
const everything = { current_permissions: [{ action: 'manage', subject: 'all' }] };
