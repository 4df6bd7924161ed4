import type { ReactNode } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { useLang } from '~/i18n';
import { useCurrentPlan, usePlans, type CurrentPlan, type PlanList } from './api';
import { NothingSoldState } from './nothing-sold';
import { OwnerHint } from './owner-hint';
import { SellingGuard } from './selling-guard';
import { OrderForm } from './order-form';

type Params = { params: { workspace_id?: string } };

type ForSpaceProps = { spaceId: string; children: (plans: PlanList, current: CurrentPlan) => ReactNode };

function ForSpace({ spaceId, children }: ForSpaceProps) {
  const plans = usePlans(spaceId);
  const current = useCurrentPlan(spaceId);
  const { data: permissions } = usePermissions(spaceId);
  const error = plans.error ?? current.error;
  if (plans.data && current.data && permissions) {
    return can(permissions, 'update', 'plan') ? (
      children(plans.data, current.data)
    ) : (
      <OwnerHint spaceId={spaceId} owner={current.data.owner} />
    );
  }
  const again = () => Promise.all([plans.refetch(), current.refetch()]);
  return error ? <FailureState page error={error} retry={again} /> : <LoadingBar />;
}

const Shell = ({ spaceId, children }: { spaceId?: string; children: ReactNode }) => (
  <SellingGuard title="billing.stepOrder" otherwise={spaceId && <NothingSoldState spaceId={spaceId} />}>
    <PageLayout>{children}</PageLayout>
  </SellingGuard>
);

const planIn = (list: PlanList, id: string | null) => list.plans.find((plan) => plan.plan_id === id);

/** A larger plan, more people or more storage for a workspace. */
export function UpgradePage({ params: { workspace_id: spaceId = '' } }: Params) {
  useLang();
  const [search] = useSearchParams();
  return (
    <Shell spaceId={spaceId}>
      <ForSpace spaceId={spaceId}>
        {(list, current) => {
          const same = list.plans.find(({ name }) => name === current.plan.name && name !== 'free');
          const plan = planIn(list, search.get('plan')) ?? same;
          if (!plan) return <Redirect to={`/plans?space=${spaceId}`} replace />;
          return <OrderForm intent="upgrade" {...{ list, plan, current, spaceId, search }} />;
        }}
      </ForSpace>
    </Shell>
  );
}

/** The same plan for another period. */
export function RenewPage({ params: { workspace_id: spaceId = '' } }: Params) {
  useLang();
  const [search] = useSearchParams();
  return (
    <Shell spaceId={spaceId}>
      <ForSpace spaceId={spaceId}>
        {(list, current) => {
          const plan = list.plans.find(({ name }) => name === current.plan.name);
          if (!plan || !current.can_renew) return <Redirect to={`/plans?space=${spaceId}`} replace />;
          return <OrderForm intent="renew" {...{ list, plan, current, spaceId, search }} />;
        }}
      </ForSpace>
    </Shell>
  );
}

/** A plan for a workspace that is not made yet. */
export function NewOrderPage() {
  useLang();
  const [search] = useSearchParams();
  const { data, error, refetch } = usePlans();
  const plan = data && planIn(data, search.get('plan'));
  return (
    <Shell>
      {!data && (error ? <FailureState page error={error} retry={refetch} /> : <LoadingBar />)}
      {data && !plan && <Redirect to="/plans" replace />}
      {data && plan && <OrderForm intent="create" list={data} plan={plan} search={search} />}
    </Shell>
  );
}
