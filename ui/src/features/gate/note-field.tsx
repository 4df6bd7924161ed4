import { Field, inputClass } from '~/kit/field';
import { cx } from '~/kit/cx';

type Props = {
  label: string;
  hint?: string;
  value: string;
  onChange: (text: string) => void;
  maxLength?: number;
  error?: string | undefined;
};

/** A few lines. */
export function NoteField({ label, hint, value, onChange, maxLength = 1000, error }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <textarea
          {...aria}
          dir="auto"
          rows={3}
          maxLength={maxLength}
          placeholder=" "
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={cx(inputClass, 'h-auto! py-2')}
        />
      )}
    </Field>
  );
}
