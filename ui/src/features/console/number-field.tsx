import { useState } from 'react';
import { currentLang, isRtl, num } from '~/i18n';
import { cx } from '~/kit/cx';
import { Field, inputClass } from '~/kit/field';
import { currencyName, formatAmount, moneyDigits, parseMoney, type Currency } from '~/kit/money';
import { rewriteTypedAmount } from '~/kit/typed-amount';

/** The value of an empty field, in the number that the server takes. */
interface Open {
  readonly value: number;
  readonly words: string;
}

type Props = {
  label: string;
  /** NaN while what is written is no number. */
  value: number;
  onChange: (value: number) => void;
  unit?: string;
  open?: Open;
  hint?: string | undefined;
  error?: string | undefined;
  /** Digits behind the point: the value is in their smallest unit. */
  digits?: number;
  /** All digits behind the point are written, also those that are 0. */
  padded?: boolean;
};

const currencyOf = (digits: number): Currency => (digits === 2 ? 'EUR' : 'IRT');

/** A whole number, written with separators in the digits of the language; the unit stands at its end. */
export function NumberField({ label, value, onChange, unit, open, hint, error, digits = 0, padded }: Props) {
  const numberText = () => {
    if (Number.isNaN(value) || value === open?.value) return '';
    if (padded) return formatAmount(value, currencyOf(digits), currentLang());
    return num(value / 10 ** digits, { maximumFractionDigits: 2 });
  };
  // While it is being typed, a number is complete only when the field is left.
  const [text, setText] = useState<string | null>(null);
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <span className="relative block">
          <input
            {...aria}
            dir="ltr"
            inputMode={digits ? 'decimal' : 'numeric'}
            autoComplete="off"
            maxLength={20}
            placeholder={open?.words ?? ' '}
            value={text ?? numberText()}
            onFocus={() => setText(numberText())}
            onBlur={() => setText(Number.isNaN(value) ? text : null)}
            onChange={(event) => {
              const next = rewriteTypedAmount(event.currentTarget, digits, currentLang());
              setText(next);
              const empty = next.trim() === '' && open;
              onChange(empty ? open.value : (parseMoney(next, currencyOf(digits)) ?? Number.NaN));
            }}
            // The field itself runs from left to right on every page.
            className={cx(inputClass, isRtl() && 'text-end', unit && (isRtl() ? 'ps-20' : 'pe-24'))}
          />
          {unit && value !== open?.value && (
            <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-xs text-muted">
              {unit}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

type MoneyProps = Omit<Props, 'unit' | 'digits' | 'padded'> & { currency: Currency };

/** An amount in the smallest unit of the currency. */
export const MoneyField = ({ currency, ...rest }: MoneyProps) => (
  <NumberField padded {...rest} unit={currencyName(currency, currentLang())} digits={moneyDigits(currency)} />
);
