import type { ReactNode } from 'react';
import { useSupportPlan } from '~/api/support';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { NotFoundPage } from '~/page/not-found-page';
import { PageLayout } from '~/page/page-layout';

/** A page that exists only for users who have support. */
export function SupportGuard({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useSupportPlan();
  if (data?.tier === 'off') return <NotFoundPage />;
  if (data) return <PageLayout>{children}</PageLayout>;
  return error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />;
}
