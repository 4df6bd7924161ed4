import { Redirect } from 'wouter';
import { lastSpace } from '~/api/visits';
import { useSpaces } from '~/api/spaces';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';

const places: Record<string, string> = { shared: '', my: '/my', search: '/search' };

/** Shortcuts of the installed app know no workspace: they lead into the one that was opened last. */
export function ShortcutPage({ params: { place = '' } }: { params: { place?: string } }) {
  const { data, error, refetch } = useSpaces();
  if (data) {
    const last = lastSpace();
    const space = data.find(({ space_id: id }) => id === last) ?? data[0];
    const path = places[place];
    return <Redirect to={space && path !== undefined ? `/workspace/${space.space_id}${path}` : '/workspace'} replace />;
  }
  if (!error) return <LoadingBar />;
  return (
    <PageLayout>
      <FailureState error={error} retry={refetch} />
    </PageLayout>
  );
}
