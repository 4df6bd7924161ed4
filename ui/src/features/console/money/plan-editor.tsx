import { useState, type ReactNode } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import type { Currency } from '~/kit/money';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { savePlan, type AdminPlan, type PlanTerms } from '../api';
import { ActDialog } from '../act-dialog';
import { useMayChange } from '../use-rights';
import { draftOf, isSame, termsOf, wrongFields, type PlanDraft } from './plan-draft';
import { PlanFields } from './plan-fields';
import { PlanPreview } from './plan-preview';
import { SectionFrame } from '../section-frame';
import { planTitle } from '../words';

type Props = {
  plan: AdminPlan;
  currency: Currency;
  draft: PlanDraft;
  onChange: (draft: PlanDraft | null) => void;
  list: ReactNode;
  back: ReactNode;
};

/** The terms of a plan beside its looks. Nothing that was bought changes with them. */
export function PlanEditor({ plan, currency, draft, onChange, list, back }: Props) {
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const dirty = !isSame(draft, draftOf(plan));
  const wrong = wrongFields(plan.name, draft);
  const next = plan.version + 1;

  const [stopping, setStopping] = useState(false);
  const mayChange = useMayChange('money');

  const send = async (terms: PlanTerms, done: string) => {
    setBusy(true);
    try {
      await savePlan(plan.name, terms);
      onChange(null);
      toast({ kind: 'success', title: done });
    } catch (error) {
      const texts = fieldTexts(error);
      setRefused(texts);
      if (Object.keys(texts).length === 0) sayFault(error);
      else toast({ kind: 'error', title: faultText(error) });
    }
    setBusy(false);
  };
  const handleSave = () => {
    setTried(true);
    if (wrong.size > 0) document.querySelector<HTMLElement>(`[data-field=${[...wrong][0]}] input`)?.focus();
    else void send(termsOf(draft), t('console.savedVersion', { n: next }));
  };
  const handleSale = () =>
    plan.withdrawn
      ? void send({ ...termsOf(draftOf(plan)), withdrawn: false }, t('console.onSaleAgain', { plan: planTitle(plan) }))
      : setStopping(true);
  return (
    <SectionFrame
      title={t('console.plans')}
      actions={
        dirty ? (
          <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-end">
            <span className="max-sm:hidden rounded-md bg-warning-soft px-2 py-0.5 text-xs font-medium text-warning">
              {t('console.notSaved')}
            </span>
            <Button onClick={() => onChange(null)}>{t('console.discard')}</Button>
            <Button kind="solid" busy={busy} onClick={handleSave}>
              {t('console.saveVersion', { n: next })}
            </Button>
          </div>
        ) : (
          mayChange && (
            <Button kind="outline" busy={busy} onClick={handleSale}>
              {t(plan.withdrawn ? 'console.putOnSale' : 'console.withdraw')}
            </Button>
          )
        )
      }
    >
      <div className="flex min-h-0 flex-1">
        {list}
        <div className="scroll-thin min-w-0 flex-1 overflow-y-auto">
          <div className="flex flex-wrap items-start gap-6 p-4 sm:p-6">
            <div className="grid min-w-0 flex-[2] basis-96 gap-5">
              <h2 className="flex items-center gap-2 text-lg font-bold">
                {back}
                {planTitle(plan)}
                <span className="text-xs font-normal text-muted">{t('console.version', { n: plan.version })}</span>
              </h2>
              <Notice>
                {plan.withdrawn
                  ? t('console.withdrawnText')
                  : plan.workspaces
                    ? t('console.keepTerms', { n: plan.workspaces, version: plan.version })
                    : t('console.nobodyOn')}
              </Notice>
              {mayChange && (
                <PlanFields
                  name={plan.name}
                  draft={draft}
                  saved={draftOf(plan)}
                  currency={currency}
                  wrong={tried ? wrong : new Set()}
                  refused={refused}
                  onChange={onChange}
                />
              )}
            </div>
            <PlanPreview draft={draft} currency={currency} />
          </div>
        </div>
      </div>
      {stopping && (
        <ActDialog
          danger
          title={t('console.withdrawTitle', { plan: planTitle(plan) })}
          text={<p>{t('console.withdrawAsk')}</p>}
          act={t('console.withdraw')}
          done={t('console.withdrawnNow', { plan: planTitle(plan) })}
          onAct={(reason) => savePlan(plan.name, { ...termsOf(draftOf(plan)), withdrawn: true, reason })}
          onClose={() => setStopping(false)}
        />
      )}
    </SectionFrame>
  );
}
