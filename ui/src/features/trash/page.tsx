import { useLocation } from 'wouter';
import { useSpace } from '~/api/spaces';
import { Browser } from '~/features/files/browser';
import { LoadingFace } from '~/features/files/faces';
import { hrefOf } from '~/api/place';
import { usePreferences } from '~/features/files/preferences';
import { Whose } from '~/features/files/whose';
import { t, useLang } from '~/i18n';
import { useIsPhone } from '~/kit/use-media';
import { TrashEmpty } from './empty';
import { EmptyButton } from './empty-button';
import { trashedDirectoryShelf, trashShelf } from './shelf';

type Props = { spaceId: string; directoryId?: string | undefined; my: boolean };

/** What was deleted from the shared files or from My Drive; or a directory of it. */
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
        <LoadingFace view={view} />
      </div>
    );
  }
  const root = directoryId === undefined;
  const whose = (
    <Whose
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
      shelf={root ? trashShelf : trashedDirectoryShelf}
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
      renderEmpty={() => <TrashEmpty root={root} />}
    />
  );
}
