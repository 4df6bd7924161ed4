import { lazy, Suspense, useMemo } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useSpace } from '~/api/spaces';
import { useLang, withWords } from '~/i18n';
import { Browser } from './browser';
import { EmptyState, LoadingState } from './view/states';
import { usePreferences } from './listing/preferences';
import { directoryList } from './listing/list-kind';
import { useGuestRoot } from './use-guest-root';
import { viewAsSource } from './listing/view-as';

const ErrorState = lazy(async () => ({ default: (await import('./view/error-state')).ErrorState }));
const ViewAsBar = lazy(async () => ({
  default: (await withWords(import('~/features/access/view-as-bar'), 'people', 'members', 'access')).ViewAsBar,
}));

/** The files area of a workspace: the shared root, My Drive, or a directory of either. */
export function FilesPage(props: { spaceId: string; directoryId?: string; my: boolean }) {
  useLang();
  const space = useSpace(props.spaceId);
  const { view } = usePreferences();
  const [path, navigate] = useLocation();
  const viewAs = new URLSearchParams(useSearch()).get('view_as') || undefined;
  const guest = useGuestRoot(space, props.directoryId !== undefined);
  const root = props.my ? space?.my_root_directory_id : space?.root_directory_id;
  const directoryId = props.directoryId ?? (root || guest.data);
  const listKind = useMemo(
    () => (viewAs ? { ...directoryList, source: viewAsSource(viewAs) } : directoryList),
    [viewAs],
  );
  if (space?.guest && props.my) return <Redirect to={`/workspace/${props.spaceId}`} replace />;
  if (!directoryId) {
    return (
      <div className="flex h-full flex-col">
        {guest.error ? (
          <Suspense>
            <ErrorState error={guest.error} onRetry={() => void guest.refetch()} />
          </Suspense>
        ) : (
          <LoadingState view={view} />
        )}
      </div>
    );
  }
  return (
    <Browser
      key={`${directoryId}${viewAs}`}
      place={viewAs ? { ...props, viewAs } : props}
      directoryId={directoryId}
      listKind={listKind}
      above={
        viewAs && (
          <Suspense>
            <ViewAsBar spaceId={props.spaceId} userId={viewAs} onLeave={() => navigate(path)} />
          </Suspense>
        )
      }
      renderEmpty={({ directory }) => <EmptyState spaceId={props.spaceId} directory={directory} />}
    />
  );
}
