import { Minus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { Select } from '~/kit/select';
import { useIsCompact } from '~/kit/use-media';
import type { CurrentPlan, Period, Plan, PlanList } from './api';
import { money, perMonth, planTitle, range, sizeOf, time, versionsOf, secondPlan } from './words';

const support = {
  off: null,
  basic: 'billing.basic',
  growth: 'billing.growth',
  professional: 'billing.professional',
  enterprise: 'billing.enterprise',
} as const;

const summaries = { disabled: null, summarize: 'billing.summarize', full: 'billing.full' } as const;

const rows = (list: PlanList, period: Period): [label: string, cell: (plan: Plan) => string | null][] => [
  [t('billing.rowPrice'), (plan) => money(perMonth(plan, period, list), list.currency)],
  [t('billing.rowMembers'), range],
  [t('billing.rowStorage'), (plan) => sizeOf(plan.storage)],
  [
    t('billing.rowExtra'),
    (plan) => (plan.extra_storage_per_gig_price > 0 ? money(plan.extra_storage_per_gig_price, list.currency) : null),
  ],
  [t('billing.rowVersions'), versionsOf],
  [t('billing.rowTrash'), (plan) => time(plan.restore_days)],
  [t('billing.rowRewind'), (plan) => time(plan.timeline_days)],
  [t('billing.rowFields'), (plan) => num(plan.custom_fields)],
  [t('billing.rowSearch'), (plan) => (plan.advanced_search ? t('billing.has') : null)],
  [t('billing.rowSummaries'), (plan) => textOf(summaries[plan.ai_agent])],
  [t('billing.rowSupport'), (plan) => textOf(support[plan.priority_support])],
];

type Words = (typeof support)[keyof typeof support] | (typeof summaries)[keyof typeof summaries];
const textOf = (key: Words) => (key ? t(key) : null);

const cell = (words: string | null): ReactNode =>
  words ?? (
    <>
      <Minus size={16} aria-hidden="true" className="inline text-muted" />
      <span className="sr-only">{t('billing.none')}</span>
    </>
  );

type Props = { list: PlanList; period: Period; current: CurrentPlan | undefined; suitable: Plan | undefined };

/** Everything about every plan; where there is little room, about two that are chosen. */
export function PlanTable({ list, period, current, suitable }: Props) {
  const compact = useIsCompact();
  const { plans } = list;
  const [first, setFirst] = useState(current?.plan.name ?? plans[1]?.name ?? '');
  const [second, setSecond] = useState(secondPlan(plans, first, suitable?.name));
  const planNamed = (name: string, other: number) => plans.find((plan) => plan.name === name) ?? plans[other];
  const chosen = [planNamed(first, 0), planNamed(second, plans.length - 1)].filter((plan) => plan !== undefined);
  const shown = compact ? chosen : plans;
  const options = plans.map((plan) => ({ value: plan.name, label: planTitle(plan) }));
  return (
    <section className="mt-8" aria-labelledby="compare">
      <h2 id="compare" className="mb-3 text-base font-bold">
        {t('billing.compare')}
      </h2>
      {compact && (
        <div className="mb-3 grid grid-cols-2 gap-3">
          <Select<string> label={t('billing.compareFirst')} value={first} options={options} onChange={setFirst} />
          <Select<string> label={t('billing.compareSecond')} value={second} options={options} onChange={setSecond} />
        </div>
      )}
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <table className="w-full table-fixed border-collapse">
          <thead>
            <tr>
              <th scope="col" className="w-1/4 lg:w-44">
                <span className="sr-only">{t('billing.plan')}</span>
              </th>
              {shown.map((plan, index) => (
                <th
                  key={`${plan.name}${index}`}
                  scope="col"
                  className={cx(
                    'px-2 py-3 text-center font-semibold',
                    plan.name === current?.plan.name && 'bg-brand-soft',
                  )}
                >
                  {planTitle(plan)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows(list, period).map(([label, of]) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="px-3 py-2.5 text-start text-xs font-medium text-pretty text-muted sm:px-5">
                  {label}
                </th>
                {shown.map((plan, index) => (
                  <td
                    key={`${plan.name}${index}`}
                    className={cx(
                      'px-1.5 py-2.5 text-center text-xs text-pretty',
                      plan.name === current?.plan.name && 'bg-brand-soft',
                    )}
                  >
                    {cell(of(plan))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
