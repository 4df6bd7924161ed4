import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { Fault } from '~/api/fault';
import { t, useLang } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { FailureState } from '~/page/failure-state';
import { Page } from '~/page/page';
import { isUnderWay, useImport, type Import } from './api';
import { ProgressCard } from './progress-card';
import { Report } from './report';
import { ReportTools } from './report-tools';
import { titleOf } from './words';

/** One import: how far it has come, and when it has ended, the proof of what is here. */
export function ImportPage({ params }: { params: { workspace_id?: string; import_id?: string } }) {
  useLang();
  const { workspace_id: spaceId = '', import_id: importId = '' } = params;
  const { data, error, refetch } = useImport(importId);
  const back = `/workspace/${spaceId}/imports`;
  if (data) return <ImportDetail of={data} back={back} />;
  return (
    <Page narrow title={t('imports.title')} back={{ label: t('imports.back'), to: back }}>
      {error ? <MissingImport error={error} back={back} retry={refetch} /> : <ImportSkeleton />}
    </Page>
  );
}

function ImportDetail({ of, back }: { of: Import; back: string }) {
  const underWay = isUnderWay(of);
  return (
    <Page
      narrow
      title={t(underWay ? 'imports.title' : 'imports.reportTitle')}
      text={
        underWay
          ? of.state !== 'paused' && t('imports.closeThis')
          : t('imports.reportOf', { from: titleOf(of), when: dateTime(of.ended_at ?? of.created_at) })
      }
      back={{ label: t('imports.back'), to: back }}
      actions={!underWay && <ReportTools of={of} back={back} />}
    >
      <div className="grid gap-4">{underWay ? <ProgressCard of={of} /> : <Report of={of} />}</div>
    </Page>
  );
}

type MissingProps = { error: unknown; back: string; retry: () => unknown };

function MissingImport({ error, back, retry }: MissingProps) {
  const gone = error instanceof Fault && (error.status === 404 || error.status === 403);
  if (!gone) return <FailureState page error={error} retry={retry} />;
  return (
    <State
      page
      icon={<SearchX size={36} strokeWidth={1.6} />}
      title={t('imports.notFoundTitle')}
      text={t('imports.notFoundText')}
      actions={
        <Link href={back} className={buttonClass('soft')}>
          {t('imports.back')}
        </Link>
      }
    />
  );
}

function ImportSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  );
}
