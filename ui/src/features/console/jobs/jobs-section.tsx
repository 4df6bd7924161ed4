import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { AdminJob } from '~/api/types.gen';
import { t } from '~/i18n';
import { clock, dateTime, day, fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { toast } from '~/kit/toast';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { KeyHints } from '../key-hints';
import { useMayChange } from '../use-rights';
import { SectionFrame } from '../section-frame';
import { Tag } from '../tag';
import { jobWords } from './job-words';
import { useLetters } from '../use-letters';

/** Milliseconds between two looks at the jobs, while the page is visible. */
const LOOK = 3_000;

const useJobs = () =>
  useQuery({ queryKey: keyOf('console-jobs'), queryFn: () => api.get('admin/jobs'), refetchInterval: LOOK });

/** The recurring jobs of the server, failed ones first. */
export function JobsSection() {
  const { data, error, refetch } = useJobs();
  const mayChange = useMayChange('system');
  const body = useRef<HTMLTableSectionElement>(null);
  const focusRow = (step: number) => {
    const rows = [...(body.current?.rows ?? [])];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    rows[Math.min(rows.length - 1, Math.max(0, now + step))]?.querySelector('button')?.focus();
  };
  useLetters({ j: () => focusRow(1), k: () => focusRow(-1) });
  return (
    <SectionFrame
      title={t('consoleSystem.jobs')}
      actions={
        data && <span className="text-sm text-muted">{t('consoleSystem.serverTime', { time: clock(data.now) })}</span>
      }
    >
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        {!data && (
          <div className="p-6">{error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={6} />}</div>
        )}
        {data && (
          <table className="w-full text-start">
            <thead className="text-xs text-muted max-sm:sr-only">
              <tr className="border-b border-line">
                {(['job', 'lastRun', 'result', 'took', 'nextRun'] as const).map((name) => (
                  <th key={name} scope="col" className="px-3 py-2.5 text-start font-medium first:ps-4 sm:first:ps-6">
                    {t(`consoleSystem.${name}`)}
                  </th>
                ))}
                {mayChange && (
                  <td>
                    <span className="sr-only">{t('consoleSystem.run')}</span>
                  </td>
                )}
              </tr>
            </thead>
            <tbody ref={body}>
              {data.jobs
                .toSorted((a, b) => b.failed - a.failed || jobWords(a.name).localeCompare(jobWords(b.name)))
                .map((job) => (
                  <Row key={job.name} job={job} mayRun={mayChange} />
                ))}
            </tbody>
          </table>
        )}
        {data && mayChange && (
          <KeyHints
            hints={[
              { keys: ['J', 'K'], text: t('console.keyMove') },
              { keys: ['↵'], text: t('consoleSystem.run') },
            ]}
          />
        )}
      </div>
    </SectionFrame>
  );
}

function every(seconds: number): string {
  if (seconds === 0) return t('consoleSystem.everyNever');
  if (seconds < 60) return t('consoleSystem.everySeconds', { n: seconds });
  if (seconds < 3600) return t('consoleSystem.everyMinutes', { n: seconds / 60 });
  return t('consoleSystem.everyHours', { n: seconds / 3600 });
}

const took = (seconds: number) =>
  seconds < 1
    ? t('consoleSystem.millis', { n: Math.max(1, Math.round(seconds * 1000)) })
    : t('consoleSystem.seconds', { n: Math.round(seconds * 10) / 10 });

const soon = (at: string) => (day(at) === day(Date.now()) ? clock(at) : dateTime(at));

function Result({ job }: { job: AdminJob }) {
  if (job.running) return <Tag tone="busy">{t('consoleSystem.running')}</Tag>;
  if (job.error) return <Tag tone="bad">{t('consoleSystem.failed')}</Tag>;
  if (job.runs > 0) return <Tag tone="good">{t('consoleSystem.done')}</Tag>;
  return <Tag tone="calm">{t('consoleSystem.never')}</Tag>;
}

const cell = 'px-3 py-2.5 text-muted max-sm:hidden';

function Row({ job, mayRun }: { job: AdminJob; mayRun: boolean }) {
  const [busy, setBusy] = useState(false);
  const name = jobWords(job.name);
  const run = async () => {
    setBusy(true);
    try {
      await api.post('admin/jobs/{name}/run', { path: { name: job.name } });
      toast({ kind: 'success', title: t('consoleSystem.started') });
    } catch (error) {
      sayFault(error);
    }
    await changed.jobs();
    setBusy(false);
  };
  return (
    <tr className="border-b border-line">
      <th scope="row" className="px-4 py-2.5 text-start font-normal sm:ps-6">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs text-muted">{every(job.every)}</span>
        {job.error && (
          <span className="block text-xs text-danger">
            <bdi dir="ltr" className="break-words">
              {job.error}
            </bdi>
            {job.failed > 1 && ` · ${t('consoleSystem.failedTimes', { n: job.failed })}`}
          </span>
        )}
      </th>
      <td className={cell}>
        {job.started_at ? <span title={fullDate(job.started_at)}>{when(job.started_at)}</span> : '—'}
      </td>
      <td className="px-3 py-2.5">
        <Result job={job} />
      </td>
      <td className={cell}>{job.runs > 0 ? took(job.took) : '—'}</td>
      <td className={cell}>{job.next_at ? soon(job.next_at) : '—'}</td>
      {mayRun && (
        <td className="px-4 py-2 text-end sm:pe-6">
          <Button
            kind="outline"
            busy={busy || job.running}
            aria-label={t('consoleSystem.runOf', { name })}
            onClick={() => void run()}
          >
            {t('consoleSystem.run')}
          </Button>
        </td>
      )}
    </tr>
  );
}
