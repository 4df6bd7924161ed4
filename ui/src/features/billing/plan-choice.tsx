import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { FailureState } from '~/page/failure-state';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Skeleton } from '~/kit/skeleton';
import { usePlanIsOpen, usePlans, type Plan, type PlanList } from './api';
import { money, planTitle, range, sizeOf } from './words';

/** The first step of a new workspace: its plan. All but the free one lead to an order first. */
export function PlanChoice({ onFree }: { onFree: () => void }) {
  const { data, error, refetch } = usePlans();
  const free = data?.plans.find(({ name }) => name === 'free');
  const open = usePlanIsOpen(free?.plan_id);
  if (data && (!free || open.data !== undefined)) {
    return <Choice list={data} free={free} mayBeFree={open.data === true} onFree={onFree} />;
  }
  return error ? <FailureState error={error} retry={refetch} /> : <Skeleton className="m-6 h-56" />;
}

type Props = { list: PlanList; free: Plan | undefined; mayBeFree: boolean; onFree: () => void };

function Choice({ list, free, mayBeFree, onFree }: Props) {
  const [, navigate] = useLocation();
  const paid = list.plans.filter((plan) => plan !== free);
  const tried = list.may_try ? (paid[1] ?? paid[0]) : undefined;
  const choices = [
    ...(free && mayBeFree
      ? [
          {
            value: 'free',
            label: t('billing.choicePaid', { plan: planTitle(free) }),
            hint: t('billing.choiceFreeHint', { size: sizeOf(free.storage) }),
          },
        ]
      : []),
    ...(tried
      ? [
          {
            value: 'trial',
            label: t('billing.choiceTrial', { plan: planTitle(tried), n: list.trial_days }),
            hint: t('billing.choiceTrialHint'),
          },
        ]
      : []),
    ...paid.map((plan) => ({
      value: plan.name,
      label: t('billing.choicePaid', { plan: planTitle(plan) }),
      hint: t('billing.choicePaidHint', {
        sum: money(plan.price_per_user, list.currency),
        size: sizeOf(plan.storage),
        range: range(plan),
      }),
    })),
  ];
  const [value, setValue] = useState<string>(choices[0]?.value ?? '');
  const handleNext = () => {
    if (value === 'free') return onFree();
    const plan = value === 'trial' ? tried : paid.find(({ name }) => name === value);
    navigate(`/workspace/create/order?plan=${plan?.plan_id}${value === 'trial' ? '&trial=1' : ''}`);
  };
  return (
    <>
      <div className="grid gap-4 p-5 sm:p-7">
        <div>
          <h2 className="text-base font-bold">{t('billing.choiceTitle')}</h2>
          <p className="text-muted">{t('billing.choiceText')}</p>
        </div>
        <ChoiceCards<string> label={t('billing.choiceTitle')} value={value} choices={choices} onChange={setValue} />
        {free && !mayBeFree && <p className="text-xs text-muted">{t('billing.choiceFreeUsed')}</p>}
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3 sm:px-7">
        <Link href="/plans" className={buttonClass('ghost')}>
          {t('billing.compare')}
        </Link>
        <Button kind="solid" disabled={value === ''} onClick={handleNext}>
          {t('common.next')}
        </Button>
      </footer>
    </>
  );
}
