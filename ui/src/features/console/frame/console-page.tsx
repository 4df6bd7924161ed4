import { Suspense } from 'react';
import { Redirect } from 'wouter';
import { useMe } from '~/api/me';
import { useSetup } from '~/api/setup';
import { useLang } from '~/i18n';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { ConsoleLayout } from './console-layout';
import { useRights } from '../use-rights';
import { sectionsFor } from './sections';

/** The rooms of staff. Everyone else sees that the page does not exist. */
export function ConsolePage({ params }: { params: { section?: string } }) {
  useLang();
  const me = useMe();
  const setup = useSetup();
  if (!me.data || !setup.data) {
    const failed = [me, setup].find(({ error }) => error);
    return failed ? <FailureState page error={failed.error} retry={failed.refetch} /> : <LoadingBar />;
  }
  if (!me.data.staff) return <Redirect to="/404" replace />;
  return <Sections params={params} selling={setup.data.selling} />;
}

function Sections({ params, selling }: { params: { section?: string }; selling: boolean }) {
  const rights = useRights();
  if (!rights.data)
    return rights.error ? <FailureState page error={rights.error} retry={rights.refetch} /> : <LoadingBar />;
  const sections = sectionsFor(selling, rights.data.reads);
  const here = sections.find(({ id }) => id === params.section);
  if (!here) return <Redirect to={sections[0] ? `/admin/${sections[0].id}` : '/404'} replace />;
  return (
    <ConsoleLayout sections={sections} here={here}>
      <Suspense fallback={<LoadingBar />}>
        <here.Content />
      </Suspense>
    </ConsoleLayout>
  );
}
