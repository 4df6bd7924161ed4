import { useState } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { DayField } from '~/page/dates/day-field';
import { calendarLocale, ZONE } from '~/page/dates/locale';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { todayIso } from '~/kit/calendar-math';
import { Checkbox } from '~/kit/checkbox';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import type { Currency } from '~/kit/money';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';
import { Switch } from '~/kit/switch';
import { toast } from '~/kit/toast';
import { saveDiscount, type AdminPlan, type Discount } from '../api';
import { draftOf, newDraft, termsOf, wrongFields, type DiscountDraft } from './discount-draft';
import { MoneyField, NumberField } from '../number-field';
import { planTitle } from '../words';

type Props = {
  /** Null for a new one. */
  discount: Discount | null;
  /** Codes that exist: a new one must not change them. */
  taken: readonly string[];
  plans: readonly AdminPlan[];
  currency: Currency;
  onClose: () => void;
};

/** Makes a discount code, or changes what it takes off. */
export function DiscountDialog({ discount, taken, plans, currency, onClose }: Props) {
  const today = todayIso(calendarLocale());
  const [draft, setDraft] = useState<DiscountDraft>(() =>
    discount ? draftOf(discount, today, ZONE) : newDraft(today),
  );
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<DiscountDraft>) => setDraft({ ...draft, ...change });
  const code = draft.code.trim().toUpperCase();
  const exists = !discount && taken.includes(code);
  const wrong = wrongFields(draft);

  const save = async () => {
    setTried(true);
    if (wrong.size > 0 || exists) return;
    setBusy(true);
    setProblem('');
    try {
      await saveDiscount(code, { ...termsOf(draft, ZONE), withdrawn: discount?.withdrawn ?? false });
      toast({ kind: 'success', title: t('console.codeSaved', { code }) });
      onClose();
    } catch (error) {
      const texts = fieldTexts(error);
      setRefused(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(error));
      setBusy(false);
    }
  };
  const errorOf = (field: Parameters<typeof wrong.has>[0]) =>
    tried && wrong.has(field) ? t(`console.wrongCode_${field}`) : refused[field];
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={discount ? t('console.changeCode', { code: discount.code }) : t('console.newCode')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="discount" kind="solid" busy={busy}>
            {t(discount ? 'common.save' : 'console.makeCode')}
          </Button>
        </>
      }
    >
      <form
        id="discount"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        {!discount && (
          <TextField
            latin
            label={t('console.code')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            className="uppercase"
            value={draft.code}
            hint={t('console.codeHint')}
            error={tried && exists ? t('console.codeTaken') : errorOf('code')}
            onChange={(event) => set({ code: event.currentTarget.value })}
          />
        )}
        <SegmentedControl
          label={t('console.takesOff')}
          value={draft.kind}
          segments={[
            { value: 'percent', label: t('console.share') },
            { value: 'amount', label: t('console.fixed') },
          ]}
          onChange={(kind) => set({ kind })}
        />
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          {draft.kind === 'percent' ? (
            <>
              <NumberField
                label={t('console.share')}
                value={draft.percent}
                unit={t('console.unitPercent')}
                error={errorOf('percent')}
                onChange={(percent) => set({ percent })}
              />
              <MoneyField
                label={t('console.cap')}
                value={draft.cap}
                currency={currency}
                open={{ value: 0, words: t('console.noLimit') }}
                error={errorOf('cap')}
                onChange={(cap) => set({ cap })}
              />
            </>
          ) : (
            <MoneyField
              label={t('console.fixed')}
              value={draft.amount}
              currency={currency}
              error={errorOf('amount')}
              onChange={(amount) => set({ amount })}
            />
          )}
          <NumberField
            label={t('console.uses')}
            value={draft.uses}
            unit={t('console.unitTimes')}
            open={{ value: 0, words: t('console.noLimit') }}
            error={errorOf('uses')}
            onChange={(uses) => set({ uses })}
          />
        </div>
        <Switch
          label={t('console.firstOnlyLabel')}
          checked={draft.firstOnly}
          onChange={(firstOnly) => set({ firstOnly })}
        />
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <DayField label={t('console.startsAt')} value={draft.from} onChange={(from) => set({ from })} />
          {draft.to !== null && (
            <DayField
              label={t('console.endsAt')}
              value={draft.to}
              min={draft.from}
              error={errorOf('ends_at')}
              onChange={(to) => set({ to })}
            />
          )}
        </div>
        <Switch
          label={t('console.hasEnd')}
          checked={draft.to !== null}
          onChange={(ends) => set({ to: ends ? draft.from : null })}
        />
        <Plans draft={draft} plans={plans} onChange={(names) => set({ plans: names })} />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </form>
    </Dialog>
  );
}

type PlansProps = { draft: DiscountDraft; plans: readonly AdminPlan[]; onChange: (names: readonly string[]) => void };

/** None chosen means all: a plan that is added later counts, too. */
function Plans({ draft, plans, onChange }: PlansProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{t('console.forPlans')}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {plans
          .filter(({ name }) => name !== 'free')
          .map((plan) => (
            <Checkbox
              key={plan.name}
              label={planTitle(plan)}
              checked={draft.plans.includes(plan.name)}
              onChange={(chosen) =>
                onChange(chosen ? [...draft.plans, plan.name] : draft.plans.filter((name) => name !== plan.name))
              }
            />
          ))}
      </div>
      {draft.plans.length === 0 && <p className="text-xs text-muted">{t('console.allPlansHint')}</p>}
    </fieldset>
  );
}
