import { cx } from './cx';
import { onlyDigits } from './digits';
import { Field, inputClass } from './field';
import { Select, type Option } from './select';

type Props<U extends string> = {
  label: string;
  /** Latin digits, as they are written. */
  value: string;
  unit: U;
  units: readonly Option<U>[];
  unitLabel: string;
  onChange: (value: string, unit: U) => void;
  error?: string | undefined;
  hint?: string | undefined;
  hideLabel?: boolean;
  /** The number as the language writes it. */
  show?: (digits: string) => string;
};

/** A number and its unit. */
export function AmountField<U extends string>(props: Props<U>) {
  const { label, value, unit, units, unitLabel, onChange, error, hint, hideLabel, show } = props;
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel}>
      {(aria) => (
        <div className="grid grid-cols-[minmax(5rem,7rem)_minmax(0,1fr)] gap-2">
          <input
            {...aria}
            dir="ltr"
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={show ? show(value) : value}
            onChange={(event) => {
              const clean = onlyDigits(event.currentTarget.value);
              event.currentTarget.value = show ? show(clean) : clean;
              onChange(clean, unit);
            }}
            className={cx(inputClass, 'rtl:text-end')}
          />
          <Select hideLabel label={unitLabel} value={unit} options={units} onChange={(next) => onChange(value, next)} />
        </div>
      )}
    </Field>
  );
}
