import { useQuery } from '@tanstack/react-query';
import {
  DatabaseBackup,
  FileSearch,
  Files,
  History,
  RotateCcw,
  ServerCog,
  ShieldAlert,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { AdminCopies, AdminJob, BackupState, LeaseState } from '~/api/types.gen';
import { t } from '~/i18n';
import { day, fullDate, when } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { ScrollArea } from '~/kit/scroll-area';
import { Setting, Settings } from '~/kit/setting';
import { State } from '~/kit/state';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { SectionColumn, SectionFrame } from '../section-frame';
import { SheetRows } from '../sheet/sheet-rows';
import { problemWords, withTarget } from './copy-words';
import { DrillsCard } from './drills-card';
import { RestoreCard, RestoreNotices } from './restore-card';
import { RunButton } from './run-button';
import { TierCard } from './tier-card';

/** Milliseconds between two looks at the copies, while the page is visible. */
const LOOK = 5_000;

const DAY = 86_400;

/** The copies of the appliance: whether they are whole, and the two ways to prove it. */
export function CopiesSection() {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('console-copies'),
    queryFn: () => api.get('admin/copies'),
    refetchInterval: LOOK,
  });
  const title = t('consoleSystem.copies');
  return (
    <SectionFrame title={title} actions={data?.job && <CopyButton job={data.job} />}>
      <ScrollArea label={title}>
        <SectionColumn>
          {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={5} />)}
          {data?.restore && (
            <>
              <RestoreNotices state={data.restore} />
              <RestoreCard state={data.restore} />
            </>
          )}
          {data && !data.copies.on && (
            <State
              icon={<DatabaseBackup size={34} />}
              title={t('consoleSystem.att_backup_none')}
              text={t('consoleSystem.copiesNoneText')}
            />
          )}
          {data?.copies.on && <Copies copies={data} />}
        </SectionColumn>
      </ScrollArea>
    </SectionFrame>
  );
}

function CopyButton({ job }: { job: AdminJob }) {
  return (
    <RunButton
      job={job}
      kind="solid"
      icon={<DatabaseBackup size={17} aria-hidden="true" />}
      words={t('consoleSystem.copyNow')}
      started={t('consoleSystem.copyStarted')}
    />
  );
}

const moment = (at: string | null) =>
  at ? <span title={fullDate(at)}>{when(at)}</span> : t('consoleSystem.copyNotYet');

function Copies({ copies }: { copies: AdminCopies }) {
  const { copies: first, job, drill, drills } = copies;
  const targets = first.second ? [first, first.second] : [first];
  return (
    <>
      {targets.map((state, i) => (
        <Target key={i === 0 ? 'first' : 'second'} state={state} title={targets.length > 1 ? titles()[i] : undefined} />
      ))}
      {job && job.runs + Number(job.running) > 0 && <LastRun job={job} />}
      <Card title={t('recoverySheet.title')} text={t('recoverySheet.intro')}>
        <SheetRows
          copies={copies}
          open={
            <Link href="/admin/recovery-sheet" className={buttonClass('outline')}>
              {t(copies.sheet ? 'recoverySheet.open' : 'recoverySheet.make')}
            </Link>
          }
        />
      </Card>
      <DrillsCard drills={drills} job={drill} />
      {copies.tier && <TierCard state={copies.tier} />}
      <Card title={t('consoleSystem.restoreTest')} text={t('consoleSystem.restoreTestText')}>
        <CopyField
          label={t('consoleSystem.restoreCommand')}
          value={restoreCommand(targets)}
          copyLabel={t('consoleSystem.copyCommand')}
          copiedLabel={t('consoleSystem.copiedCommand')}
        />
        {targets.some(({ target }) => target.startsWith('s3:')) && (
          <p className="text-sm text-muted">{t('consoleSystem.restoreKeys')}</p>
        )}
        {targets.some(({ target }) => target.startsWith('sftp:')) && (
          <p className="text-sm text-muted">{t('consoleSystem.restoreSsh')}</p>
        )}
        {targets.length === 1 && <Place target={first.target} />}
      </Card>
    </>
  );
}

const titles = () => [t('consoleSystem.copyFirst'), t('consoleSystem.copySecond')];

/** How the copies at one target are. Where there are several, each has its title. */
function Target({ state, title }: { state: BackupState; title: string | undefined }) {
  return (
    <>
      {state.failing && (
        <Notice tone="danger" title={withTarget(title, problemWords(state.problem))}>
          {state.words && (
            <p dir="ltr" className="text-start wrap-anywhere">
              {state.words}
            </p>
          )}
        </Notice>
      )}
      <Card title={title} text={title && <Place target={state.target} />}>
        <Settings label={withTarget(title, t('consoleSystem.copyState'))}>
          {rowsOf(state, title !== undefined).map(([id, Icon, tone, name, value, text]) => (
            <li key={id}>
              <Setting icon={<Icon size={20} />} tone={tone} title={name} text={text} actions={<span>{value}</span>} />
            </li>
          ))}
        </Settings>
      </Card>
    </>
  );
}

function Place({ target }: { target: string }) {
  return (
    <span className="text-sm text-muted">
      {t('consoleSystem.copyTarget')}{' '}
      <bdi dir="ltr" className="wrap-anywhere">
        {target}
      </bdi>
    </span>
  );
}

function restoreCommand(targets: readonly BackupState[]): string {
  const from = targets.map(({ target }) => `--from ${toShellWord(target)}`).join(' ');
  return `anbar restore ${from} --data ./restore-test${targets.some(({ sealed }) => sealed) ? ' --sheet -' : ''}`;
}

/** As one word of a shell. */
const toShellWord = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

type Row = readonly [
  id: string,
  Icon: typeof Files,
  tone: 'calm' | 'success' | 'danger',
  title: string,
  value: ReactNode,
  text: string,
];

function rowsOf(state: BackupState, isOneOfTwo: boolean): Row[] {
  const { pending, lost } = state;
  const fine = state.failing ? 'calm' : 'success';
  return [
    [
      'whole',
      state.failing ? ShieldAlert : ShieldCheck,
      state.failing ? 'danger' : state.proven_at ? 'success' : 'calm',
      t('consoleSystem.copyWhole'),
      moment(state.proven_at),
      t('consoleSystem.copyWholeText'),
    ],
    [
      'database',
      DatabaseBackup,
      state.database_at ? fine : 'calm',
      t('consoleSystem.copyDatabase'),
      moment(state.database_at),
      // Only one of two targets is told of each change at once.
      t(isOneOfTwo ? 'consoleSystem.copyDatabaseOfTwo' : 'consoleSystem.copyDatabaseText'),
    ],
    [
      'contents',
      Files,
      state.contents_at ? fine : 'calm',
      t('consoleSystem.copyContents'),
      moment(state.contents_at),
      pending > 0 ? t('consoleSystem.pending', { n: pending }) : t('consoleSystem.copyContentsText'),
    ],
    [
      'read',
      FileSearch,
      lost > 0 ? 'danger' : state.read_back_since ? 'success' : 'calm',
      t('consoleSystem.copyRead'),
      state.read_back_since ? t('consoleSystem.copyReadSince', { day: day(state.read_back_since) }) : moment(null),
      lost > 0 ? t('consoleSystem.copyLost', { n: lost }) : t('consoleSystem.copyReadText'),
    ],
    [
      'keep',
      History,
      'calm',
      t('consoleSystem.copyKeep'),
      t('consoleSystem.copyKeepDays', { n: Math.round(state.keep / DAY) }),
      t('consoleSystem.copyKeepText'),
    ],
    ...leaseRow(state.lease),
  ];
}

function leaseRow(lease: LeaseState | null): Row[] {
  if (!lease) return [];
  return [
    [
      'lease',
      ServerCog,
      lease.open ? 'success' : 'danger',
      t(lease.open ? 'consoleSystem.lease' : 'consoleSystem.leaseNone'),
      moment(lease.renewed_at),
      t(lease.open ? 'consoleSystem.leaseText' : 'consoleSystem.leaseClosed', { n: lease.epoch }),
    ],
  ];
}

/** The copy that staff asked for last. */
function LastRun({ job: { running, error, started_at: at, took } }: { job: AdminJob }) {
  return (
    <Card>
      <div role="status" className="-my-4">
        <Setting
          icon={<RotateCcw size={20} />}
          tone={running ? 'calm' : error ? 'danger' : 'success'}
          title={t(
            running ? 'consoleSystem.copyRuns' : error ? 'consoleSystem.copyFailed' : 'consoleSystem.copyCompared',
          )}
          text={
            <>
              {at && <span title={fullDate(at)}>{when(at)}</span>}
              {!running && ` · ${t('consoleSystem.seconds', { n: Math.max(1, Math.round(took)) })}`}
              {error && (
                <span dir="ltr" className="block text-start text-danger wrap-anywhere">
                  {error}
                </span>
              )}
            </>
          }
        />
      </div>
    </Card>
  );
}
