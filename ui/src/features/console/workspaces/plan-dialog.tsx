import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { DayField } from '~/page/dates/day-field';
import { calendarLocale, ZONE } from '~/page/dates/locale';
import { num, t } from '~/i18n';
import { fullDay, size } from '~/i18n/format';
import { endOfDay, shiftDays, todayIso } from '~/kit/calendar-math';
import { cx } from '~/kit/cx';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { Select } from '~/kit/select';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { ActDialog } from '../act-dialog';
import { NumberField } from '../number-field';
import { FOR_EVER } from '../money/plan-draft';
import { choosePlan, usePlanChoice, type PlanChoice, type PlanName, type WorkspaceDetails } from './api';
import { firstUntil, limitsOf, overOf, canHold, usersFor, type Limits } from './plan-change';
import { planWords } from './words';

type Props = { space: WorkspaceDetails; onClose: () => void };

/** Puts a workspace on a plan without an invoice, and says before what changes. */
export function PlanDialog(props: Props) {
  const { data, error, refetch } = usePlanChoice(props.space.space_id);
  if (data && data.plans.length > 0) return <PlanForm {...props} choice={data} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={t('consolePeople.chooseTitle', { title: props.space.title })}
    >
      {error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={4} />}
    </Dialog>
  );
}

function PlanForm({ space, choice, onClose }: Props & { choice: PlanChoice }) {
  // Somebody else may change it meanwhile: what was seen is what was there when the dialog opened.
  const [seen] = useState(choice);
  const first = seen.plans.find(({ name }) => name === seen.current?.name) ?? seen.plans[0];
  const [name, setName] = useState(first?.name ?? 'free');
  const plan = seen.plans.find((each) => each.name === name);
  const [users, setUsers] = useState(first ? usersFor(first, seen) : 1);
  const [extra, setExtra] = useState(seen.extra_storage);
  const today = todayIso(calendarLocale());
  const [until, setUntil] = useState(firstUntil(seen, today));
  if (!plan) return null;
  const free = plan.name === 'free';
  const given = free ? { users: Math.max(plan.max_users_to_activate, 1), extra: 0 } : { users, extra };
  const next = limitsOf(plan, given.users, Number.isNaN(given.extra) ? 0 : given.extra, seen.bonus);
  const before = seen.current
    ? limitsOf(seen.current, seen.users_count, seen.extra_storage, seen.bonus)
    : { ...unlimited, storage: space.storage_limit, users: space.member_limit };
  const ends = endOfDay(until, ZONE).toISOString();
  return (
    <ActDialog
      title={t('consolePeople.chooseTitle', { title: space.title })}
      text={<p>{t('consolePeople.chooseText')}</p>}
      act={t('consolePeople.choose')}
      done={t('consolePeople.chooseDone')}
      ready={free || (canHold(plan, users) && extra >= 0)}
      onAct={(reason) =>
        choosePlan(space.space_id, {
          plan: plan.name as PlanName,
          ...(!free && { users_count: users, extra_storage: extra, ends_at: ends }),
          seen: seen.seen,
          reason,
        })
      }
      onClose={onClose}
    >
      {(problems) => (
        <>
          <Select<string>
            label={t('consolePeople.plan')}
            value={name}
            options={seen.plans.map((each) => ({
              value: each.name,
              label: each.withdrawn
                ? t('consolePeople.planWithdrawn', { plan: planWords(each.name) })
                : planWords(each.name),
            }))}
            onChange={(value) => {
              const chosen = seen.plans.find((each) => each.name === value);
              if (!chosen) return;
              setName(chosen.name);
              setUsers(usersFor(chosen, seen));
            }}
            {...(problems.plan && { error: problems.plan })}
          />
          {!free && (
            <>
              <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
                <NumberField
                  label={t('consolePeople.choosePeople')}
                  value={users}
                  hint={rangeOf(plan)}
                  onChange={setUsers}
                  error={problems.users_count}
                />
                <NumberField
                  label={t('consolePeople.chooseExtra')}
                  value={extra}
                  unit={t('consolePeople.gigabytes')}
                  onChange={setExtra}
                  error={problems.extra_storage}
                />
              </div>
              <DayField
                label={t('consolePeople.chooseUntil')}
                value={until}
                min={today}
                max={shiftDays(today, 3650)}
                onChange={setUntil}
                error={problems.ends_at}
              />
            </>
          )}
          <Changes
            before={before}
            next={next}
            over={overOf(next, seen)}
            ends={[seen.ends_at, free ? null : ends]}
            names={[planWords(seen.current?.name ?? ''), planWords(plan.name)]}
          />
        </>
      )}
    </ActDialog>
  );
}

const unlimited: Limits = { storage: 0, users: 0, versions: 0, timeline: FOR_EVER, restore: 0, fields: 0 };

type Terms = PlanChoice['plans'][number];

function rangeOf({ min_users_to_activate: least, max_users_to_activate: most }: Terms): string {
  return most === 0
    ? t('consolePeople.peopleFrom', { least: num(least) })
    : t('consolePeople.peopleRange', { least: num(least), most: num(most) });
}

type ChangesProps = {
  before: Limits;
  next: Limits;
  over: readonly (keyof Limits)[];
  ends: readonly [string | null, string | null];
  names: readonly [string, string];
};

const count = (value: number) => (value === 0 ? t('console.unlimited') : num(value));
const days = (value: number) =>
  value === 0 || value >= FOR_EVER ? t('console.unlimited') : `${num(value)} ${t('console.unitDays')}`;
const bytes = (value: number) => (value === 0 ? t('console.unlimited') : size(value));
const end = (at: string | null) => (at ? fullDay(at) : t('consolePeople.noEnd'));

/** The changes, as a table of before and after; equal rows are left out. */
function Changes({ before, next, over, ends, names }: ChangesProps) {
  const rows: [string, string, string, boolean][] = [
    [t('consolePeople.plan'), names[0], names[1], false],
    [t('consolePeople.planEnds'), end(ends[0]), end(ends[1]), false],
    [t('consolePeople.storage'), bytes(before.storage), bytes(next.storage), over.includes('storage')],
    [t('consolePeople.members'), count(before.users), count(next.users), over.includes('users')],
    [t('console.field_versioning'), count(before.versions), count(next.versions), false],
    [t('console.field_timeline_days'), days(before.timeline), days(next.timeline), false],
    [t('console.field_restore_days'), days(before.restore), days(next.restore), false],
    [t('console.field_custom_fields'), count(before.fields), count(next.fields), over.includes('fields')],
  ];
  const changed = rows.filter(([, from, to, exceeded]) => from !== to || exceeded);
  return (
    <section aria-labelledby="plan-changes" className="grid gap-2">
      <h3 id="plan-changes" className="font-medium">
        {t('consolePeople.changes')}
      </h3>
      {changed.length === 0 && <p className="text-muted">{t('consolePeople.noChanges')}</p>}
      <dl className="grid gap-y-1.5 rounded-control bg-sunken px-4 py-3 empty:hidden">
        {changed.map(([label, from, to, exceeded]) => (
          <div key={label} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3">
            <dt className="text-muted">{label}</dt>
            <dd className="flex flex-wrap items-center gap-x-2">
              <span className="text-muted">{from}</span>
              <ArrowRight
                size={15}
                role="img"
                aria-label={t('consolePeople.becomes')}
                className="text-muted rtl:rotate-180"
              />
              <span className={cx('font-medium', exceeded && 'text-danger')}>{to}</span>
            </dd>
          </div>
        ))}
      </dl>
      {over.length > 0 && (
        <Notice tone="warning" title={t('consolePeople.overTitle')}>
          {t('consolePeople.overText')}
        </Notice>
      )}
    </section>
  );
}
