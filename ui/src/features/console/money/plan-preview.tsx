import { Check } from 'lucide-react';
import { currentLang, num, t } from '~/i18n';
import { size } from '~/i18n/format';
import { currencyName, formatAmount, type Currency } from '~/kit/money';
import { FOR_EVER, termsOf, type PlanDraft } from './plan-draft';
import { planTitle } from '../words';

/** The plan as buyers will see it. */
export function PlanPreview({ draft, currency }: { draft: PlanDraft; currency: Currency }) {
  const { price_per_user: price } = draft;
  return (
    <aside className="grid min-w-60 flex-1 gap-2">
      <p className="text-xs text-muted">{t('console.preview')}</p>
      <div className="rounded-card p-5 shadow-card ring-1 ring-line">
        <p className="text-lg font-bold">{planTitle(draft) || '…'}</p>
        {price > 0 ? (
          <>
            <p className="mt-1 text-2xl font-extrabold">{formatAmount(price, currency, currentLang())}</p>
            <p className="text-xs text-muted">
              {t('console.perPerson', { currency: currencyName(currency, currentLang()) })}
            </p>
          </>
        ) : (
          <p className="mt-1 text-2xl font-extrabold">{t('console.free')}</p>
        )}
        <ul className="mt-4 grid gap-2">
          {features(draft).map((text) => (
            <li key={text} className="flex gap-2.5">
              <Check size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

const numberText = (value: number) => (Number.isNaN(value) ? '…' : num(value));

function features(draft: PlanDraft): string[] {
  const { min_users_to_activate: least, max_users_to_activate: most, timeline_days: timeline } = draft;
  const days = (value: number) =>
    value === FOR_EVER ? t('console.unlimited') : `${numberText(value)} ${t('console.unitDays')}`;
  return [
    t('console.hasStorage', { value: Number.isNaN(draft.storage) ? '…' : size(termsOf(draft).storage) }),
    most === 0
      ? t('console.hasPeopleFrom', { least: numberText(least) })
      : most === least
        ? t('console.hasPeopleOnly', { most: numberText(most) })
        : t('console.hasPeople', { least: numberText(least), most: numberText(most) }),
    t('console.hasVersions', { value: draft.versioning === 0 ? t('console.unlimited') : numberText(draft.versioning) }),
    t('console.hasTimeline', { value: days(timeline) }),
    t('console.hasTrash', { value: days(draft.restore_days) }),
    ...(draft.advanced_search ? [t('console.field_advanced_search')] : []),
    ...(draft.ai_agent === 'disabled' ? [] : [t(`console.has_${draft.ai_agent}`)]),
    ...(draft.priority_support === 'off' ? [] : [t(`console.hasSupport_${draft.priority_support}`)]),
  ];
}
