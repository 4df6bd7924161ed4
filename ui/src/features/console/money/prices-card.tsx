import { currentLang, t } from '~/i18n';
import { currencyName, type Currency } from '~/kit/money';
import { Select } from '~/kit/select';
import { Switch } from '~/kit/switch';
import type { Selling } from '../api';
import { NumberField } from '../number-field';
import { PartCard } from './part-card';
import { usePart } from './use-part';

const currencies: readonly Currency[] = ['IRT', 'IRR', 'EUR', 'USD'];

/** Currency, tax and days. */
export function PricesCard({ selling }: { selling: Selling }) {
  const part = usePart(selling);
  const { value, set, refused } = part;
  const numbers = [value.tax, value.trial_days, value.grace_days];
  return (
    <PartCard
      title={t('console.prices')}
      text={t('console.pricesText')}
      part={part}
      invalid={numbers.some((each) => Number.isNaN(each))}
    >
      <div className="grid gap-1.5">
        <Select<Currency>
          label={t('console.currency')}
          value={value.currency}
          options={currencies.map((each) => ({ value: each, label: currencyName(each, currentLang()) }))}
          onChange={(currency) => set({ currency })}
        />
        {value.currency !== selling.currency && <p className="text-xs text-warning">{t('console.currencyWarning')}</p>}
      </div>
      <NumberField
        label={t('console.tax')}
        value={value.tax}
        digits={2}
        unit={t('console.unitPercent')}
        error={refused.tax}
        onChange={(tax) => set({ tax })}
      />
      <div className="sm:col-span-2">
        <Switch
          label={t('console.taxIncluded')}
          hint={t(value.tax_included ? 'console.taxIncludedText' : 'console.taxAddedText')}
          checked={value.tax_included}
          onChange={(included) => set({ tax_included: included })}
        />
      </div>
      <NumberField
        label={t('console.trial')}
        value={value.trial_days}
        unit={t('console.unitDays')}
        hint={t('console.trialText')}
        error={refused.trial_days}
        onChange={(days) => set({ trial_days: days })}
      />
      <NumberField
        label={t('console.grace')}
        value={value.grace_days}
        unit={t('console.unitDays')}
        hint={t('console.graceText')}
        error={refused.grace_days}
        onChange={(days) => set({ grace_days: days })}
      />
    </PartCard>
  );
}
