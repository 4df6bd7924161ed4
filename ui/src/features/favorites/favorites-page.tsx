import { Star } from 'lucide-react';
import { Link, useLocation, useSearch } from 'wouter';
import { useSpace } from '~/api/spaces';
import { Browser } from '~/features/files/browser';
import { LoadingState } from '~/features/files/view/states';
import { usePreferences } from '~/features/files/listing/preferences';
import { DriveToggle } from '~/features/files/view/drive-toggle';
import { t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { useIsPhone } from '~/kit/use-media';
import { EmptyListState } from '~/features/files/view/empty-state';
import { favoritesList } from './list-kind';

/** The user's favorites in the whole workspace. */
export function FavoritesPage({ spaceId }: { spaceId: string }) {
  useLang();
  const space = useSpace(spaceId);
  const phone = useIsPhone();
  const [path, navigate] = useLocation();
  const my = new URLSearchParams(useSearch()).get('of') === 'my';
  const { view } = usePreferences();
  if (!space) {
    return (
      <div className="flex h-full flex-col">
        <LoadingState view={view} />
      </div>
    );
  }
  const whose = (
    <DriveToggle
      label={t('favorites.whose')}
      my={my}
      wide={phone}
      onChange={(next) => navigate(next ? `${path}?of=my` : path)}
    />
  );
  return (
    <Browser
      key={String(my)}
      place={{ spaceId, my }}
      directoryId={my ? space.my_root_directory_id : space.root_directory_id}
      listKind={favoritesList}
      title={t('frame.favorites')}
      renderTools={() => !phone && whose}
      above={phone && whose}
      renderEmpty={() => (
        <EmptyListState
          icon={<Star size={36} strokeWidth={1.6} />}
          title={t('favorites.noFavorites')}
          text={t('favorites.noFavoritesText')}
          actions={
            <Link href={`/workspace/${spaceId}${my ? '/my' : ''}`} className={buttonClass('outline')}>
              {t(my ? 'frame.myDrive' : 'frame.sharedFiles')}
            </Link>
          }
        />
      )}
    />
  );
}
