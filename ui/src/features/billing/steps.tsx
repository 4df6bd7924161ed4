import { Check } from 'lucide-react';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';

const steps = ['billing.stepOrder', 'billing.stepPay', 'billing.stepDone'] as const;

/** Where a buyer is: order, payment, confirmation. */
export function Steps({ at }: { at: 1 | 2 | 3 }) {
  return (
    <ol aria-label={t('billing.steps')} className="mb-6 flex items-center gap-3 text-muted print:hidden">
      {steps.map((key, index) => {
        const step = index + 1;
        return (
          <li key={key} aria-current={step === at ? 'step' : undefined} className="flex items-center gap-3">
            {index > 0 && <span aria-hidden="true" className="h-px w-5 bg-line sm:w-10" />}
            <span className={cx('flex items-center gap-2', step === at && 'font-semibold text-fg')}>
              <span
                aria-hidden="true"
                className={cx(
                  'grid size-6 place-items-center rounded-full text-xs font-semibold',
                  step === at
                    ? 'bg-brand-solid text-on-brand'
                    : step < at
                      ? 'bg-brand-soft text-brand'
                      : 'ring-1 ring-edge',
                )}
              >
                {step < at ? <Check size={14} /> : num(step)}
              </span>
              {t(key)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
