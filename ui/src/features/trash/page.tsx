import { useLocation } from 'wouter';
import { useSpace } from '~/api/spaces';
import { Browser } from '~/features/files/browser';
import { LoadingState } from '~/features/files/view/states';
import { hrefOf } from '~/api/place';
import { usePreferences } from '~/features/files/listing/preferences';
import { DriveToggle } from '~/features/files/view/drive-toggle';
import { t, useLang } from '~/i18n';
import { useIsPhone } from '~/kit/use-media';
import { EmptyTrash } from './empty-trash';
import { EmptyButton } from './empty-button';
import { trashedDirectoryList, trashList } from './list-kind';

type Props = { spaceId: string; directoryId?: string | undefined; my: boolean };

/** The trash of the shared files or of My Drive, or a directory in it. */
export function TrashPage({ spaceId, directoryId, my }: Props) {
  useLang();
  const phone = useIsPhone();
  const [, navigate] = useLocation();
  const space = useSpace(spaceId);
  const { view } = usePreferences();
  const shown = directoryId ?? (my ? space?.my_trash_directory_id : space?.trash_root_directory_id);
  if (!shown) {
    return (
      <div className="flex h-full flex-col">
        <LoadingState view={view} />
      </div>
    );
  }
  const root = directoryId === undefined;
  const whose = (
    <DriveToggle
      label={t('trash.whose')}
      my={my}
      wide={phone}
      onChange={(next) => navigate(hrefOf({ spaceId, my: next, trash: true }))}
    />
  );
  return (
    <Browser
      key={shown}
      place={{ spaceId, directoryId, my, trash: true }}
      directoryId={shown}
      listKind={root ? trashList : trashedDirectoryList}
      {...(root && { title: t('files.trash') })}
      renderTools={(entries) =>
        root && (
          <>
            {!phone && whose}
            <EmptyButton spaceId={spaceId} directoryId={shown} entries={entries} />
          </>
        )
      }
      above={root && phone && whose}
      renderEmpty={() => <EmptyTrash root={root} />}
    />
  );
}
