import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { useIsCompact } from '~/kit/use-media';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useAdminPlans, useSelling, type AdminPlan, type Selling } from '../api';
import { draftOf, isSame, type PlanDraft } from './plan-draft';
import { PlanEditor } from './plan-editor';
import { SectionFrame } from '../section-frame';
import { planTitle } from '../words';

/** The plans, and the terms on which each is sold. */
export function PlansSection() {
  const plans = useAdminPlans();
  const selling = useSelling();
  if (plans.data && selling.data) return <Plans plans={plans.data} currency={selling.data.currency} />;
  const failed = [plans, selling].find(({ error }) => error);
  return (
    <SectionFrame title={t('console.plans')}>
      <div className="p-6">
        {failed ? <Trouble error={failed.error} retry={failed.refetch} /> : <RowsSkeleton rows={5} />}
      </div>
    </SectionFrame>
  );
}

type Props = { plans: readonly AdminPlan[]; currency: Selling['currency'] };

function Plans({ plans, currency }: Props) {
  const compact = useIsCompact();
  const [search, setSearch] = useSearchParams();
  // Unsaved changes stay while other plans are looked at.
  const [drafts, setDrafts] = useState<Readonly<Record<string, PlanDraft>>>({});
  const shown = plans.find(({ name }) => name === search.get('plan')) ?? (compact ? undefined : plans[0]);
  const choose = (name?: string) => setSearch(name ? { plan: name } : {}, { replace: !compact });
  const keep = (name: string, draft: PlanDraft | null) =>
    setDrafts((all) => {
      const others = Object.entries(all).filter(([other]) => other !== name);
      return Object.fromEntries(draft ? [...others, [name, draft]] : others);
    });
  const isOpen = (plan: AdminPlan) => !isSame(drafts[plan.name] ?? draftOf(plan), draftOf(plan));

  const list = (
    <ul
      aria-label={t('console.plans')}
      className="scroll-thin w-full shrink-0 overflow-y-auto border-line min-[900px]:w-52 min-[900px]:border-e"
    >
      {plans.map((plan) => (
        <li key={plan.name} className="border-b border-line">
          <button
            type="button"
            aria-current={plan === shown || undefined}
            onClick={() => choose(plan.name)}
            className={cx(
              'grid w-full border-s-3 px-5 py-3 text-start transition focus-visible:-outline-offset-2',
              plan === shown ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-hover',
            )}
          >
            <span className="flex items-center gap-2 font-semibold">
              <span className="min-w-0 truncate">{planTitle(plan)}</span>
              {isOpen(plan) && (
                <span role="img" aria-label={t('console.notSaved')} className="size-2 rounded-full bg-accent-solid" />
              )}
            </span>
            <span className="text-xs text-muted">
              {plan.withdrawn
                ? t('console.withdrawn')
                : plan.workspaces
                  ? t('console.onPlan', { n: plan.workspaces })
                  : t('console.noBuyers')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
  if (!shown) return <SectionFrame title={t('console.plans')}>{list}</SectionFrame>;
  return (
    <PlanEditor
      key={`${shown.name} ${shown.version}`}
      plan={shown}
      currency={currency}
      draft={drafts[shown.name] ?? draftOf(shown)}
      onChange={(draft) => keep(shown.name, draft)}
      list={!compact && list}
      back={
        compact && (
          <IconButton label={t('common.back')} onClick={() => choose()} className="-ms-2">
            <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
          </IconButton>
        )
      }
    />
  );
}
