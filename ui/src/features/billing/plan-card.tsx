import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isLoggedIn } from '~/api/session';
import { currentLang, t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { currencyName } from '~/kit/money';
import { cx } from '~/kit/cx';
import type { CurrentPlan, Period, Plan, PlanList } from './api';
import { amount, misfit, money, perMonth, perPeriod, planTitle, range, sizeOf, time, versionsOf } from './words';

type Props = {
  plan: Plan;
  list: PlanList;
  current: CurrentPlan | undefined;
  spaceId: string | undefined;
  users: number;
  period: Period;
  suits: boolean;
  mayBuy: boolean;
};

const summaries = { disabled: null, summarize: 'billing.summarize', full: 'billing.full' } as const;

const orderOf = (plan: Plan, users: number, period: Period) =>
  new URLSearchParams({ plan: plan.plan_id ?? '', users: String(users), period }).toString();

function Badge({ children, strong }: { children: ReactNode; strong?: boolean }) {
  return (
    <span
      className={cx(
        'shrink-0 rounded-md px-2 py-0.5 text-xs font-semibold',
        strong ? 'bg-success-soft text-success' : 'bg-brand-soft text-brand',
      )}
    >
      {children}
    </span>
  );
}

/** A plan with its price, its contents, and the way to get it or the reason against it. */
export function PlanCard(props: Props) {
  const { plan, list, current, users, period, suits } = props;
  const own = current?.plan.name === plan.name;
  const free = plan.name === 'free';
  const summary = summaries[plan.ai_agent];
  const all = money(perPeriod(plan, users, period, list), list.currency);
  const facts = [
    t('billing.storage', { size: sizeOf(plan.storage) }),
    t('billing.members', { range: range(plan) }),
    t('billing.versions', { n: versionsOf(plan) }),
    t('billing.rewind', { time: time(plan.timeline_days) }),
    ...(summary ? [t(summary)] : []),
  ];
  return (
    <article
      className={cx(
        'flex w-full flex-col rounded-card border bg-surface p-5',
        suits ? 'border-brand ring-1 ring-brand' : 'border-line',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-bold">{planTitle(plan)}</h2>
        {own ? <Badge>{t('billing.current')}</Badge> : suits && <Badge strong>{t('billing.suits')}</Badge>}
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-extrabold">{amount(perMonth(plan, period, list), list.currency)}</span>
        <span className="text-muted">{currencyName(list.currency, currentLang())}</span>
      </p>
      <p className="text-xs text-muted">{t(free ? 'billing.forEver' : 'billing.perUser')}</p>
      <p className="min-h-5 text-xs text-muted">
        {!free &&
          !misfit(plan, users, current) &&
          (period === 'yearly'
            ? t('billing.forYear', { sum: all, n: users })
            : t('billing.forMonth', { sum: all, n: users }))}
      </p>
      <ul className="mt-4 mb-5 grid gap-2">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-2">
            <Check size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-brand" />
            {fact}
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-2">
        <Actions {...props} own={own} />
      </div>
    </article>
  );
}

const reasonClass = 'border-t border-line pt-3 text-center text-pretty text-muted';

function Actions({ plan, list, current, spaceId, users, period, suits, mayBuy, own }: Props & { own: boolean }) {
  const look = buttonClass(suits ? 'solid' : 'outline', 'w-full');
  const name = planTitle(plan);
  const reason = misfit(plan, users, current);
  if (spaceId && !mayBuy) return null;
  if (spaceId && own) {
    const bigger = users > (current?.users_count ?? 0) && !reason && plan.name !== 'free';
    return (
      <>
        {bigger && (
          <Link href={`/workspace/${spaceId}/upgrade?${orderOf(plan, users, period)}`} className={look}>
            {t('billing.upgrade')}
          </Link>
        )}
        {current?.can_renew && (
          <Link href={`/workspace/${spaceId}/renew`} className={buttonClass('outline', 'w-full')}>
            {t('billing.renew')}
          </Link>
        )}
        {!bigger && reason && plan.name !== 'free' && <p className={reasonClass}>{reason}</p>}
      </>
    );
  }
  if (reason) return <p className={reasonClass}>{reason}</p>;
  if (spaceId) {
    return (
      <Link href={`/workspace/${spaceId}/upgrade?${orderOf(plan, users, period)}`} className={look}>
        {t('billing.upgradeTo', { plan: name })}
      </Link>
    );
  }
  if (plan.name === 'free') {
    return (
      <Link href="/workspace/create" className={look}>
        {t('billing.startFree')}
      </Link>
    );
  }
  const tried = t('billing.tryFree', { n: list.trial_days });
  const order = `/workspace/create/order?${orderOf(plan, users, period)}`;
  return (
    <>
      {list.may_try && isLoggedIn() && (
        <Link href={`${order}&trial=1`} className={look} aria-label={`${tried}: ${name}`}>
          {tried}
        </Link>
      )}
      <Link href={order} className={list.may_try && isLoggedIn() ? buttonClass('ghost', 'w-full') : look}>
        {t('billing.choose', { plan: name })}
      </Link>
    </>
  );
}

type LargerProps = { plans: Plan[]; list: PlanList; period: Period; onChoose: (users: number) => void };

/** Plans for more people than were asked for: choosing one asks for its least number. */
export function LargerPlans({ plans, list, period, onChoose }: LargerProps) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-base font-bold">{t('billing.larger')}</h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        {plans.map((plan) => (
          <li key={plan.name}>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its texts name it */}
            <button
              type="button"
              onClick={() => onChoose(plan.min_users_to_activate)}
              className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-5 py-4 text-start transition hover:border-brand/50"
            >
              <span>
                <span className="font-semibold">{planTitle(plan)}</span>
                <span className="text-xs text-muted"> · {t('billing.from', { n: plan.min_users_to_activate })}</span>
                <span className="block text-xs text-muted">{t('billing.storage', { size: sizeOf(plan.storage) })}</span>
              </span>
              <span className="text-end">
                <span className="block font-semibold">{money(perMonth(plan, period, list), list.currency)}</span>
                <span className="block text-xs text-muted">{t('billing.perUser')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
