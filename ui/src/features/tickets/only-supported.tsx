import type { ReactNode } from 'react';
import { useSupportPlan } from '~/api/support';
import { Failed } from '~/page/failed';
import { LoadingBar } from '~/page/loading-bar';
import { NotFoundPage } from '~/page/not-found-page';
import { PageLayout } from '~/page/page-layout';

/** A page that exists only for users who have support. */
export function OnlySupported({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useSupportPlan();
  if (data?.tier === 'off') return <NotFoundPage />;
  if (data) return <PageLayout>{children}</PageLayout>;
  return error ? <Failed page error={error} retry={refetch} /> : <LoadingBar />;
}
