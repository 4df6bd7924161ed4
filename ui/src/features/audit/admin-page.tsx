import { lazy, Suspense } from 'react';
import { Redirect } from 'wouter';
import { useMe } from '~/api/me';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t, useLang, withWords } from '~/i18n';
import { PageHead } from '~/page/page-head';

const AdminLog = lazy(async () => ({ default: (await withWords(import('./admin-log'), 'dates')).AdminLog }));

/** The log of all accounts, for staff. Everyone else sees that the page does not exist. */
export function AdminAuditPage() {
  useLang();
  const { data: me, error, refetch } = useMe();
  if (!me) return error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />;
  if (!me.staff) return <Redirect to="/404" replace />;
  return (
    <PageLayout>
      <div>
        <PageHead title={t('audit.adminTitle')} text={t('audit.adminText')} />
        <Suspense fallback={<LoadingBar />}>
          <AdminLog />
        </Suspense>
      </div>
    </PageLayout>
  );
}
