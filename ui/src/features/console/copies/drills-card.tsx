import { CircleAlert, CircleCheck, CircleSlash, History, Loader, ShieldCheck, Wrench } from 'lucide-react';
import type { AdminDrill, AdminJob, DrillFlaw } from '~/api/types.gen';
import { num, t } from '~/i18n';
import { fullDate, percent, size, when } from '~/i18n/format';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Setting, Settings } from '~/kit/setting';
import { Tag } from '../tag';
import { useMayChange } from '../use-rights';
import { RunButton } from './run-button';

/** The rehearsals of a restore: what they proved, and what they found. */
export function DrillsCard({ drills, job }: { drills: AdminDrill[]; job: AdminJob | null }) {
  const mayChange = useMayChange('system');
  const [last] = drills.filter(({ outcome }) => outcome !== 'running' && outcome !== 'stopped');
  return (
    <Card
      title={t('consoleSystem.drills')}
      text={t('consoleSystem.drillsText')}
      footer={
        job && mayChange ? (
          <RunButton
            job={job}
            busy={drills[0]?.outcome === 'running'}
            icon={<History size={17} aria-hidden="true" />}
            words={t('consoleSystem.drillNow')}
            started={t('consoleSystem.drillStarted')}
          />
        ) : undefined
      }
    >
      {last && last.call !== '' && last.call !== 'ok' && (
        <Notice tone="warning" title={t('consoleSystem.drillCall')}>
          <p dir="ltr" className="text-start wrap-anywhere">
            {last.call}
          </p>
        </Notice>
      )}
      {drills.length === 0 ? (
        <p className="text-sm text-muted">{t('consoleSystem.drillNone')}</p>
      ) : (
        <Settings label={t('consoleSystem.drills')}>
          {drills.map((drill) => (
            <li key={drill.drill_id}>
              <Drill drill={drill} several={drills.some(({ second }) => second)} />
            </li>
          ))}
        </Settings>
      )}
    </Card>
  );
}

const looks = {
  running: [Loader, 'calm'],
  good: [CircleCheck, 'success'],
  healed: [Wrench, 'success'],
  failed: [CircleAlert, 'danger'],
  stopped: [CircleSlash, 'calm'],
} as const;

function Drill({ drill, several }: { drill: AdminDrill; several: boolean }) {
  const { outcome, whole, second } = drill;
  const [Usual, tone] = looks[outcome];
  const Icon = whole && outcome === 'good' ? ShieldCheck : Usual;
  // One that could not begin looked at nothing.
  const hasFacts = outcome !== 'running' && outcome !== 'stopped' && drill.objects > 0;
  return (
    <Setting
      icon={<Icon size={20} />}
      tone={tone}
      title={t(`consoleSystem.drill_${outcome}`)}
      badges={
        <>
          {whole && <Tag tone="good">{t('consoleSystem.drillWhole')}</Tag>}
          {several && <Tag tone="calm">{t(second ? 'consoleSystem.copySecond' : 'consoleSystem.copyFirst')}</Tag>}
        </>
      }
      text={
        <>
          <span title={fullDate(drill.began_at)}>{when(drill.began_at)}</span>
          {hasFacts && ` · ${factsOf(drill)}`}
          {drill.findings.length > 0 && (
            <ul className="mt-2 space-y-1.5">
              {drill.findings.map((flaw, i) => (
                // oxlint-disable-next-line no-array-index-key -- findings have no names, and never change
                <Flaw key={i} flaw={flaw} />
              ))}
            </ul>
          )}
          {drill.found > drill.findings.length && (
            <p className="mt-1.5">{t('consoleSystem.drillMore', { n: drill.found - drill.findings.length })}</p>
          )}
        </>
      }
    />
  );
}

/** What was looked at. A share is 100 percent only where it is all. */
function factsOf({ objects, bytes, proven, pending, served }: AdminDrill): string {
  const facts = [
    t('consoleSystem.drillObjects', { n: objects }),
    t('consoleSystem.drillRead', { size: size(bytes) }),
    t('consoleSystem.drillProven', { share: percent(Math.floor(proven * 100) / 100) }),
  ];
  if (served > 0) facts.push(t('consoleSystem.drillServed', { n: served }));
  if (pending > 0) facts.push(t('consoleSystem.pending', { n: pending }));
  return facts.join(' · ');
}

function Flaw({ flaw }: { flaw: DrillFlaw }) {
  const { kind, key, words, contents, some, healed } = flaw;
  return (
    <li>
      <span className="flex flex-wrap items-center gap-x-2 text-ink">
        {kind === 'more' ? t('consoleSystem.drillMore', { n: contents }) : t(`consoleSystem.flaw_${kind}`)}
        {kind !== 'more' && contents > 0 && ` (${t('consoleSystem.flawContents', { n: contents })})`}
        <Tag tone={healed ? 'good' : 'bad'}>{t(healed ? 'consoleSystem.flawHealed' : 'consoleSystem.flawOpen')}</Tag>
      </span>
      {(key || words || some.length > 0) && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm">{t('consoleSystem.flawDetails')}</summary>
          <div dir="ltr" className="text-start font-mono wrap-anywhere">
            {[key, words, ...some].filter(Boolean).map((line) => (
              <p key={line}>{line}</p>
            ))}
            {contents > some.length && some.length > 0 && <p>… {num(contents - some.length)}</p>}
          </div>
        </details>
      )}
    </li>
  );
}
