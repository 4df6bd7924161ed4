import { useSpace } from '~/api/spaces';
import { useLang } from '~/i18n';
import { Browser } from './browser';
import { EmptyFace, LoadingFace } from './faces';
import { usePreferences } from './preferences';
import { directoryShelf } from './shelf';

/** The files area of a workspace: the shared root, My Drive, or a directory of either. */
export function FilesPage(props: { spaceId: string; directoryId?: string; my: boolean }) {
  useLang();
  const space = useSpace(props.spaceId);
  const { view } = usePreferences();
  const root = props.my ? space?.my_root_directory_id : space?.root_directory_id;
  const directoryId = props.directoryId ?? root;
  if (!directoryId) {
    return (
      <div className="flex h-full flex-col">
        <LoadingFace view={view} />
      </div>
    );
  }
  return (
    <Browser
      key={directoryId}
      place={props}
      directoryId={directoryId}
      shelf={directoryShelf}
      renderEmpty={({ directory }) => <EmptyFace directory={directory} />}
    />
  );
}
