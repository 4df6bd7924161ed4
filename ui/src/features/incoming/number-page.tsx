import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import { keyOf } from '~/api/keys';
import { hrefOf, previewHref } from '~/api/place';
import type { ItemPlace } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { NotFoundPage } from '~/page/not-found-page';
import { PageLayout } from '~/page/page-layout';

function addressOf({ space_id: spaceId, directory_id: directoryId, file_id: fileId, my_drive: my }: ItemPlace): string {
  const place = { spaceId, directoryId, my };
  return fileId ? previewHref(place, directoryId, fileId) : hrefOf(place);
}

/** Sync apps copy links to items by their numbers. */
export function NumberPage({ params: { number = '' } }: { params: { number?: string } }) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('item', number),
    queryFn: () => api.get('storage/items/{number}', { path: { number } }),
    staleTime: 0,
    retry: false,
  });
  if (data) return <Redirect to={addressOf(data)} replace />;
  if (!error) return <LoadingBar />;
  if (error instanceof Fault && error.status === 404) return <NotFoundPage />;
  return (
    <PageLayout>
      <FailureState error={error} retry={refetch} />
    </PageLayout>
  );
}
