import { Check } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Field, inputClass } from '~/kit/field';
import { cx } from '~/kit/cx';

type Props = {
  /** The code that the invoice has, or an empty text. */
  applied: string;
  error: string | undefined;
  busy: boolean;
  onApply: (code: string) => void;
};

/** A discount code: it counts when it is applied, and its error stands below it. */
export function DiscountField({ applied, error, busy, onApply }: Props) {
  const [code, setCode] = useState(applied);
  const accepted = applied !== '' && applied === code.trim().toUpperCase();
  const apply = () => onApply(code.trim().toUpperCase());
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field label={t('billing.code')} error={accepted ? undefined : error}>
          {(aria) => (
            <div className="relative">
              <input
                {...aria}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                readOnly={accepted}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && code.trim()) apply();
                }}
                className={cx(
                  inputClass,
                  'uppercase rtl:text-end',
                  accepted && 'border-success pe-9 rtl:ps-9 rtl:pe-3',
                )}
              />
              {accepted && (
                <Check size={17} aria-hidden="true" className="absolute end-3 top-1/2 -translate-y-1/2 text-success" />
              )}
            </div>
          )}
        </Field>
        <span role="status" className="sr-only">
          {accepted && t('billing.codeApplied')}
        </span>
      </div>
      <div className="pt-[1.85rem]">
        {accepted ? (
          <Button
            kind="outline"
            onClick={() => {
              setCode('');
              onApply('');
            }}
          >
            {t('billing.remove')}
          </Button>
        ) : (
          <Button kind="outline" disabled={!code.trim()} busy={busy && !!code.trim()} onClick={apply}>
            {t('billing.apply')}
          </Button>
        )}
      </div>
    </div>
  );
}
