import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { isLoggedIn } from '~/api/session';
import { useSpace } from '~/api/spaces';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { num, t, useLang } from '~/i18n';
import { percent } from '~/i18n/format';
import { NumberField } from '~/kit/number-field';
import { SegmentedControl } from '~/kit/segmented-control';
import { useIsPhone } from '~/kit/use-media';
import { Skeleton } from '~/kit/skeleton';
import { PageHead } from '~/page/page-head';
import { useCurrentPlan, usePlans, type CurrentPlan, type Period, type Plan, type PlanList } from './api';
import { SellingGuard } from './selling-guard';
import { LargerPlans, PlanCard } from './plan-card';
import { PlanTable } from './plan-table';
import { isPaid, misfit, share } from './words';

/** The plans on sale: for the workspace that the address names, else for a new one. */
export function PlansPage() {
  useLang();
  const [search] = useSearchParams();
  const spaceId = search.get('space') ?? undefined;
  return (
    <SellingGuard title="billing.plans">
      <PageLayout>{spaceId ? <ForSpace spaceId={spaceId} /> : <ForNew />}</PageLayout>
    </SellingGuard>
  );
}

function ForNew() {
  const { data, error, refetch } = usePlans();
  if (data) return <Plans list={data} />;
  return error ? <FailureState page error={error} retry={refetch} /> : <PlansSkeleton />;
}

function ForSpace({ spaceId }: { spaceId: string }) {
  const plans = usePlans(spaceId);
  const current = useCurrentPlan(spaceId);
  const space = useSpace(spaceId);
  const { data: permissions } = usePermissions(spaceId);
  const error = plans.error ?? current.error;
  if (plans.data && current.data && permissions) {
    return (
      <Plans
        list={plans.data}
        current={current.data}
        spaceId={spaceId}
        title={space?.title}
        mayBuy={can(permissions, 'update', 'plan')}
      />
    );
  }
  const again = () => Promise.all([plans.refetch(), current.refetch()]);
  return error ? <FailureState page error={error} retry={again} /> : <PlansSkeleton />;
}

function PlansSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      aria-busy="true"
      className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4"
    >
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-96 rounded-card" />
      ))}
    </div>
  );
}

type Props = {
  list: PlanList;
  current?: CurrentPlan;
  spaceId?: string;
  title?: string | undefined;
  mayBuy?: boolean;
};

const MOST = 100_000;

function Plans({ list, current, spaceId, title, mayBuy = true }: Props) {
  const [users, setUsers] = useState(current ? Math.max(current.users_count, current.members) : 5);
  const [period, setPeriod] = useState<Period>(current?.period === 'monthly' ? 'monthly' : 'yearly');
  const isUnfit = (plan: Plan) => misfit(plan, users, current) !== null;
  // The large ones stay small until so many people are asked for.
  const large = list.plans.filter((plan) => plan.min_users_to_activate >= 50 && users < plan.min_users_to_activate);
  const cards = list.plans.filter((plan) => !large.includes(plan));
  // On a phone what fits comes first: the reasons of others would fill the screen.
  const phone = useIsPhone();
  const shown = phone ? cards.toSorted((a, b) => Number(isUnfit(a)) - Number(isUnfit(b))) : cards;
  const suitable = cards.find(
    (plan) =>
      plan.name !== 'free' &&
      !isUnfit(plan) &&
      (!current || !isPaid(current) || plan.price_per_user > current.plan.price_per_user),
  );
  const trial = list.may_try && isLoggedIn() ? t('billing.plansTrial', { n: list.trial_days }) : t('billing.plansText');
  return (
    <>
      <PageHead
        title={t('billing.plans')}
        text={
          <>
            {title && (
              <>
                <bdi className="font-medium">{title}</bdi>
                {' · '}
              </>
            )}
            {spaceId ? t('billing.plansText') : trial}
          </>
        }
      />
      <div className="mb-6 flex flex-wrap items-end gap-x-6 gap-y-4">
        <NumberField
          label={t('billing.people')}
          value={users}
          min={Math.max(1, current?.members ?? 1)}
          max={MOST}
          show={(n) => num(n)}
          onChange={setUsers}
          fewer={t('billing.fewer', { label: t('billing.people') })}
          more={t('billing.more', { label: t('billing.people') })}
        />
        <SegmentedControl
          hideLabel
          label={t('billing.period')}
          value={period}
          onChange={setPeriod}
          segments={[
            { value: 'monthly', label: t('billing.monthly') },
            { value: 'yearly', label: t('billing.yearlyLess', { share: percent(list.yearly_discount / 100) }) },
          ]}
        />
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {shown.map((plan) => (
          <li key={plan.name} className="flex">
            <PlanCard {...{ plan, list, current, spaceId, users, period, mayBuy }} suits={plan === suitable} />
          </li>
        ))}
      </ul>
      {large.length > 0 && <LargerPlans plans={large} list={list} period={period} onChoose={setUsers} />}
      <PlanTable list={list} period={period} current={current} suitable={suitable} />
      <p className="mt-6 text-xs text-muted">
        {list.tax > 0 && (
          <>{list.tax_included ? t('billing.withTax') : t('billing.withoutTax', { share: share(list.tax) })} </>
        )}
        {t('billing.ownerOnly')}
      </p>
    </>
  );
}
