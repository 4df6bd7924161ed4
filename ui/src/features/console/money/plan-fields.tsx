import type { ReactNode } from 'react';
import { currentLang, t } from '~/i18n';
import { TextField } from '~/kit/field';
import { formatMoney, type Currency } from '~/kit/money';
import { SegmentedControl } from '~/kit/segmented-control';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import { MoneyField, NumberField } from '../number-field';
import { FOR_EVER, type PlanDraft, type PlanField } from './plan-draft';

type Props = {
  name: string;
  draft: PlanDraft;
  saved: PlanDraft;
  currency: Currency;
  /** Fields that are refused here. */
  wrong: ReadonlySet<PlanField>;
  /** The server's words about fields that it refused. */
  refused: Readonly<Record<string, string>>;
  onChange: (draft: PlanDraft) => void;
};

const support = ['off', 'basic', 'growth', 'professional', 'enterprise'] as const;
const summaries = ['disabled', 'summarize', 'full'] as const;

type Numeric = {
  [F in PlanField]: PlanDraft[F] extends number ? F : never;
}[PlanField];

const unlimitedOption = (value: number) => ({ value, words: t('console.unlimited') });

/** Every field of a plan. An empty number stands for no limit where there may be none. */
export function PlanFields({ name, draft, saved, currency, wrong, refused, onChange }: Props) {
  const set = (change: Partial<PlanDraft>) => onChange({ ...draft, ...change });
  const errorOf = (field: PlanField) => (wrong.has(field) ? t(`console.wrong_${kindOf(field, name)}`) : refused[field]);
  const common = (field: Numeric) => ({
    label: t(`console.field_${field}`),
    value: draft[field],
    error: errorOf(field),
    onChange: (value: number) => set({ [field]: value }),
  });
  const money = (field: 'price_per_user' | 'extra_storage_per_gig_price') => (
    <MoneyField
      {...common(field)}
      currency={currency}
      hint={
        draft[field] === saved[field]
          ? undefined
          : t('console.was', { amount: formatMoney(saved[field], currency, currentLang()) })
      }
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
      <Part field="title_fa">
        <TextField
          label={t('console.field_title_fa')}
          dir="rtl"
          maxLength={100}
          value={draft.title_fa}
          error={errorOf('title_fa')}
          onChange={(event) => set({ title_fa: event.currentTarget.value })}
        />
      </Part>
      <Part field="title_en">
        <TextField
          label={t('console.field_title_en')}
          dir="ltr"
          maxLength={100}
          value={draft.title_en}
          error={errorOf('title_en')}
          onChange={(event) => set({ title_en: event.currentTarget.value })}
        />
      </Part>
      {name !== 'free' && (
        <>
          <Part field="price_per_user">{money('price_per_user')}</Part>
          <Part field="extra_storage_per_gig_price">{money('extra_storage_per_gig_price')}</Part>
        </>
      )}
      <Part field="min_users_to_activate">
        <NumberField {...common('min_users_to_activate')} unit={t('console.unitPeople')} />
      </Part>
      <Part field="max_users_to_activate">
        <NumberField {...common('max_users_to_activate')} unit={t('console.unitPeople')} open={unlimitedOption(0)} />
      </Part>
      <Part field="storage">
        <NumberField {...common('storage')} unit={t('common.gigabyte')} />
      </Part>
      <Part field="versioning">
        <NumberField {...common('versioning')} unit={t('console.unitVersions')} open={unlimitedOption(0)} />
      </Part>
      <Part field="timeline_days">
        <NumberField {...common('timeline_days')} unit={t('console.unitDays')} open={unlimitedOption(FOR_EVER)} />
      </Part>
      <Part field="restore_days">
        <NumberField {...common('restore_days')} unit={t('console.unitDays')} open={unlimitedOption(FOR_EVER)} />
      </Part>
      <Part field="custom_fields">
        <NumberField {...common('custom_fields')} unit={t('console.unitTags')} />
      </Part>
      <Select
        label={t('console.field_priority_support')}
        value={draft.priority_support}
        options={support.map((value) => ({ value, label: t(`console.support_${value}`) }))}
        onChange={(value) => set({ priority_support: value })}
      />
      <div className="grid gap-4 sm:col-span-2">
        <Switch
          label={t('console.field_advanced_search')}
          checked={draft.advanced_search}
          onChange={(value) => set({ advanced_search: value })}
        />
        <SegmentedControl
          label={t('console.field_ai_agent')}
          value={draft.ai_agent}
          segments={summaries.map((value) => ({ value, label: t(`console.ai_${value}`) }))}
          onChange={(value) => set({ ai_agent: value })}
        />
      </div>
    </div>
  );
}

function kindOf(field: PlanField, name: string) {
  if (field === 'title_fa' || field === 'title_en') return 'title';
  if (field === 'price_per_user') return name === 'free' ? 'free' : 'price';
  return field === 'max_users_to_activate' ? 'most' : 'number';
}

function Part({ field, children }: { field: PlanField; children: ReactNode }) {
  return <div data-field={field}>{children}</div>;
}
