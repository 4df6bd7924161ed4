import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, Stethoscope, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { AdminCheck, AdminExamination, AdminJob } from '~/api/types.gen';
import { t, useLang } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { ScrollArea } from '~/kit/scroll-area';
import { Setting, Settings } from '~/kit/setting';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { SectionColumn, SectionFrame } from '../section-frame';
import { Tag } from '../tag';
import { useMayChange } from '../use-rights';
import { lackWords } from './lack-words';
import { Phrase } from './phrase';

/** Milliseconds between two looks, while the page is visible. */
const LOOK = 5_000;

/** How well the server is: whether it can work, and what its last examination found. */
export function HealthSection() {
  const language = useLang() === 'fa-ir' ? 'fa' : 'en';
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('console-health', language),
    queryFn: () => api.get('admin/examination', { query: { language } }),
    refetchInterval: LOOK,
  });
  const title = t('consoleSystem.serverHealth');
  return (
    <SectionFrame title={title} actions={data?.job && <ExamineButton job={data.job} />}>
      <ScrollArea label={title}>
        <SectionColumn>
          {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={6} />)}
          {data && data.lacks.length > 0 && (
            <Notice tone="danger" title={t('consoleSystem.notReady')}>
              {data.lacks.map((what) => (
                <p key={what}>{lackWords(what)}</p>
              ))}
            </Notice>
          )}
          {data && (data.examined_at ? <Examination examination={data} /> : <NoExamination job={data.job} />)}
        </SectionColumn>
      </ScrollArea>
    </SectionFrame>
  );
}

function ExamineButton({ job }: { job: AdminJob }) {
  const mayChange = useMayChange('system');
  const [busy, setBusy] = useState(false);
  if (!mayChange) return null;
  const run = async () => {
    setBusy(true);
    try {
      await api.post('admin/jobs/{name}/run', { path: { name: job.name } });
      toast({ kind: 'success', title: t('consoleSystem.examineStarted') });
    } catch (error) {
      sayFault(error);
    }
    await changed.jobs();
    setBusy(false);
  };
  return (
    <Button
      kind="solid"
      busy={busy || job.running}
      icon={<Stethoscope size={17} aria-hidden="true" />}
      onClick={() => void run()}
    >
      {t('consoleSystem.examine')}
    </Button>
  );
}

const NoExamination = ({ job }: { job: AdminJob | null }) => (
  <State
    icon={<Stethoscope size={34} />}
    title={t(job?.running ? 'consoleSystem.examineRuns' : 'consoleSystem.examineNone')}
    text={t('consoleSystem.examineNoneText')}
  />
);

const order = ['wrong', 'warning', 'ok', 'skipped'] as const;

const looks = {
  wrong: { Icon: CircleAlert, tone: 'danger', tag: 'bad', word: 'consoleSystem.resultWrong' },
  warning: { Icon: TriangleAlert, tone: 'calm', tag: 'warning', word: 'consoleSystem.resultWarning' },
  ok: { Icon: CircleCheck, tone: 'success', tag: 'good', word: 'consoleSystem.resultOk' },
  skipped: { Icon: CircleDashed, tone: 'calm', tag: 'calm', word: 'consoleSystem.resultSkipped' },
} as const;

function Examination({ examination: { checks, examined_at: at, job } }: { examination: AdminExamination }) {
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {job?.running ? t('consoleSystem.examineRuns') : t('consoleSystem.examineLast')}{' '}
        {at && !job?.running && <span title={fullDate(at)}>{when(at)}</span>}
      </p>
      <Card>
        <Settings label={t('consoleSystem.serverHealth')}>
          {checks
            .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
            .map((check) => (
              <Check key={check.name} check={check} />
            ))}
        </Settings>
      </Card>
    </>
  );
}

/** One check, in the server's words. */
function Check({ check: { level, title, found, why, mend } }: { check: AdminCheck }) {
  const { Icon, tone, tag, word } = looks[level];
  return (
    <li>
      <Setting
        icon={<Icon size={20} />}
        tone={tone}
        title={<Phrase pieces={title} />}
        text={
          <>
            <div>
              <Phrase pieces={found} />
            </div>
            {mend.length > 0 && (
              <>
                <div>
                  <Phrase pieces={why} />
                </div>
                <div className="mt-1 font-medium text-ink">
                  <Phrase pieces={mend} />
                </div>
              </>
            )}
          </>
        }
        actions={<Tag tone={tag}>{t(word)}</Tag>}
      />
    </li>
  );
}
