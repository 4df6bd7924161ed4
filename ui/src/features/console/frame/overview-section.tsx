import {
  BadgeAlert,
  CircleCheck,
  CircleX,
  DatabaseBackup,
  HardDrive,
  ListChecks,
  ListTodo,
  MailWarning,
  MessagesSquare,
  Send,
  ShieldAlert,
  TriangleAlert,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { Attention, Overview } from '~/api/types.gen';
import { num, t } from '~/i18n';
import { clock, day, size, when } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Meter } from '~/kit/meter';
import { State } from '~/kit/state';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { problemWords, withTarget } from '../copies/copy-words';
import { RestoreCard } from '../copies/restore-card';
import { SectionColumn, SectionFrame } from '../section-frame';

/** Milliseconds between two looks at the overview, while the page is visible. */
const LOOK = 15_000;

const useOverview = () =>
  useQuery({ queryKey: keyOf('console-overview'), queryFn: () => api.get('admin/overview'), refetchInterval: LOOK });

/** The overview: matters that need attention now, totals, and the health of the server. */
export function OverviewSection() {
  const { data, error, refetch } = useOverview();
  return (
    <SectionFrame
      title={t('consoleSystem.overview')}
      actions={
        data && <span className="text-sm text-muted">{t('consoleSystem.updated', { time: clock(data.at) })}</span>
      }
    >
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        <SectionColumn>
          {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={6} />)}
          {data && (
            <>
              <Panel title={t('consoleSystem.attention')} id="attention">
                {data.attention.length === 0 ? (
                  <State
                    icon={<CircleCheck size={34} />}
                    title={t('consoleSystem.calm')}
                    text={t('consoleSystem.calmText')}
                  />
                ) : (
                  <ul aria-labelledby="attention">
                    {data.attention.map((one) => (
                      <Row key={one.kind} one={one} overview={data} />
                    ))}
                  </ul>
                )}
              </Panel>
              {data.restore && <RestoreCard state={data.restore} />}
              <Counts overview={data} />
              <div className={cx('grid items-start gap-4', data.disk && 'lg:grid-cols-2')}>
                {data.disk && <Disk disk={data.disk} />}
                <Health overview={data} />
              </div>
            </>
          )}
        </SectionColumn>
      </div>
    </SectionFrame>
  );
}

function Panel({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section className="overflow-hidden rounded-card bg-surface ring-1 ring-line">
      <h2 id={id} className="border-b border-line px-5 py-3.5 font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

type Looks = { Icon: LucideIcon; tone: 'danger' | 'warning'; title: string; text: string; to?: string; act?: string };

/** The words of one thing that needs attention, and where it is mended. */
function looksOf({ kind, count: n, at }: Attention, overview: Overview): Looks {
  switch (kind) {
    case 'payments':
      return { Icon: Wallet, tone: 'warning', ...wordsOf(kind, n), to: '/admin/payments' };
    case 'tickets':
      return { Icon: MessagesSquare, tone: 'danger', ...wordsOf(kind, n), to: '/admin/tickets?status=overdue' };
    case 'jobs':
      return { Icon: ListChecks, tone: 'danger', ...wordsOf(kind, n), to: '/admin/jobs' };
    case 'messages':
      return { Icon: Send, tone: 'danger', ...wordsOf(kind, n), to: '/admin/outbox?state=given_up' };
    case 'plans_ending':
      return { Icon: BadgeAlert, tone: 'warning', ...wordsOf(kind, n), to: '/admin/workspaces?filter=ending' };
    case 'sign_ins':
      return { Icon: ShieldAlert, tone: 'warning', ...wordsOf(kind, n), to: '/admin/events' };
    case 'quotas':
      return { Icon: HardDrive, tone: 'warning', ...wordsOf(kind, n), to: '/admin/growth' };
    case 'first_steps':
      return { Icon: ListTodo, tone: 'warning', ...wordsOf(kind, n), to: '/admin/first-steps' };
    case 'disk':
      return {
        Icon: HardDrive,
        tone: 'danger',
        title: t('consoleSystem.att_disk'),
        text: t('consoleSystem.att_disk_text', { size: size(overview.disk?.free ?? 0) }),
      };
    case 'backup_second_failed':
    case 'backup_second_late':
      return {
        Icon: DatabaseBackup,
        tone: 'danger',
        title: withTarget(t('consoleSystem.copySecond'), problemWords(overview.backup?.second?.problem)),
        text: at ? t('consoleSystem.att_backup_text', { time: when(at) }) : t('consoleSystem.att_backup_never'),
        to: '/admin/copies',
        act: t('consoleSystem.att_backup_act'),
      };
    case 'backup_failed':
    case 'backup_late':
      return {
        Icon: DatabaseBackup,
        tone: 'danger',
        title: problemWords(overview.backup?.problem),
        text: at ? t('consoleSystem.att_backup_text', { time: when(at) }) : t('consoleSystem.att_backup_never'),
        to: '/admin/copies',
        act: t('consoleSystem.att_backup_act'),
      };
    case 'drill_failed':
    case 'drill_late':
      return {
        Icon: DatabaseBackup,
        tone: 'danger',
        title: t(`consoleSystem.att_${kind}`),
        text: t('consoleSystem.att_drill_text', { time: at ? when(at) : '' }),
        to: '/admin/copies',
        act: t('consoleSystem.att_backup_act'),
      };
    case 'restore_stalled':
      return {
        Icon: DatabaseBackup,
        tone: 'danger',
        title: t('consoleSystem.att_restore_stalled'),
        text: n > 0 ? t('consoleSystem.restoreDamaged', { n }) : t('consoleSystem.att_restore_stalled_text'),
        to: '/admin/copies',
        act: t('consoleSystem.att_backup_act'),
      };
    case 'sheet_due':
      return {
        Icon: DatabaseBackup,
        tone: 'warning',
        title: t('consoleSystem.att_sheet_due'),
        text: t('consoleSystem.att_sheet_due_text', { time: at ? day(at) : '' }),
        to: '/admin/recovery-sheet',
        act: t('consoleSystem.att_sheet_due_act'),
      };
    case 'backup_none':
      return {
        Icon: DatabaseBackup,
        tone: 'warning',
        title: t('consoleSystem.att_backup_none'),
        text: t('consoleSystem.att_backup_none_text'),
        to: '/admin/copies',
        act: t('consoleSystem.att_backup_act'),
      };
    case 'certificate':
      return {
        Icon: ShieldAlert,
        tone: 'danger',
        title: t('consoleSystem.att_certificate'),
        text: t('consoleSystem.att_certificate_text', { time: at ? day(at) : '' }),
        to: '/admin/log',
        act: t('consoleSystem.att_log_act'),
      };
    default:
      return {
        Icon: MailWarning,
        tone: 'warning',
        title: t('consoleSystem.att_mail_none'),
        text: t('consoleSystem.att_mail_none_text'),
        to: '/admin/settings',
        act: t('consoleSystem.att_mail_act'),
      };
  }
}

type Counted = 'payments' | 'tickets' | 'jobs' | 'messages' | 'plans_ending' | 'sign_ins' | 'quotas' | 'first_steps';

const wordsOf = (kind: Counted, n: number) => ({
  title: t(`consoleSystem.att_${kind}`, { n }),
  text: t(`consoleSystem.att_${kind}_text`),
  act: t(`consoleSystem.att_${kind}_act`),
});

function Row({ one, overview }: { one: Attention; overview: Overview }) {
  const { Icon, tone, title, text, to, act } = looksOf(one, overview);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <span
        className={cx(
          'grid size-10 shrink-0 place-items-center rounded-control',
          tone === 'danger' ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning',
        )}
      >
        <Icon size={20} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-pretty text-muted">{text}</span>
      </span>
      {to && (
        <Link href={to} className={buttonClass('outline')}>
          {act}
        </Link>
      )}
    </li>
  );
}

function Counts({ overview: { counts } }: { overview: Overview }) {
  const all: [string, string][] = [
    [t('consoleSystem.people'), num(counts.people)],
    [t('consoleSystem.workspaces'), num(counts.workspaces)],
    [t('consoleSystem.files'), num(counts.files)],
    [t('consoleSystem.bytes'), size(counts.bytes)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line ring-1 ring-line lg:grid-cols-4">
      {all.map(([name, value]) => (
        <div key={name} className="grid gap-1 bg-surface px-5 py-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-xl font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Disk({ disk: { total, free, full_in: days } }: { disk: NonNullable<Overview['disk']> }) {
  const used = total - free;
  const words = t('consoleSystem.diskUsed', { used: size(used), total: size(total) });
  return (
    <Panel title={t('consoleSystem.disk')}>
      <div className="grid gap-3 px-5 py-4">
        <p className="text-lg font-bold">{words}</p>
        <Meter
          label={t('consoleSystem.disk')}
          value={used}
          max={total}
          valueText={words}
          tone={free * 10 < total ? 'danger' : 'brand'}
          className="h-2.5"
        />
        <p className="text-sm text-muted">{t('consoleSystem.diskFree', { size: size(free) })}</p>
        <p className="text-sm text-pretty">
          {days === null ? t('consoleSystem.noForecast') : t('consoleSystem.fullIn', { n: days })}
        </p>
      </div>
    </Panel>
  );
}

type Fact = { title: string; text: string; state: 'good' | 'warning' | 'bad' };

const set = (on: boolean): Pick<Fact, 'text' | 'state'> => ({
  text: t(on ? 'consoleSystem.on' : 'consoleSystem.off'),
  state: on ? 'good' : 'warning',
});

/** Milliseconds that one transaction may hold the database. */
const LONG = 50;

function factsOf({ backup, writer, mail, sms, version }: Overview): Fact[] {
  const facts: Fact[] = [
    { title: t('consoleSystem.mail'), ...set(mail) },
    { title: t('consoleSystem.sms'), ...set(sms) },
  ];
  if (backup?.failing)
    facts.unshift({ title: t('consoleSystem.backup'), text: t('consoleSystem.failing'), state: 'bad' });
  else if (backup?.on && backup.proven_at)
    facts.unshift({ title: t('consoleSystem.backup'), text: backupText(backup, backup.proven_at), state: 'good' });
  else if (backup) facts.unshift({ title: t('consoleSystem.backup'), ...set(backup.on) });
  if (writer)
    facts.push({
      title: t('consoleSystem.longestWrite'),
      text: t('consoleSystem.longestWriteText', { n: writer.longest_ms }),
      state: writer.longest_ms > LONG ? 'warning' : 'good',
    });
  return [...facts, { title: t('consoleSystem.version'), text: version, state: 'good' }];
}

function backupText({ pending, age, read_back_since: read }: NonNullable<Overview['backup']>, proven: string): string {
  return [
    t('consoleSystem.working', {
      time: age !== null && age < 60 ? t('consoleSystem.secondsAgo', { n: age }) : when(proven),
    }),
    pending > 0 && t('consoleSystem.pending', { n: pending }),
    read && t('consoleSystem.readBack', { time: day(read) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const marks = {
  good: { Icon: CircleCheck, className: 'text-success' },
  warning: { Icon: TriangleAlert, className: 'text-warning' },
  bad: { Icon: CircleX, className: 'text-danger' },
} as const;

function Health({ overview }: { overview: Overview }) {
  return (
    <Panel title={t('consoleSystem.health')}>
      <ul className="grid gap-4 px-5 py-4 sm:grid-cols-2">
        {factsOf(overview).map(({ title, text, state }) => {
          const { Icon, className } = marks[state];
          return (
            <li key={title} className="flex items-start gap-3">
              <Icon size={19} aria-hidden="true" className={cx('mt-0.5 shrink-0', className)} />
              <span className="min-w-0">
                <span className="block font-medium">{title}</span>
                <span className="block text-sm break-words text-muted">
                  <bdi>{text}</bdi>
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
