import type { ReactNode } from 'react';
import { cx } from '~/kit/cx';
import { Field, inputClass } from '~/kit/field';

type Props = {
  label: string;
  hint?: ReactNode;
  value: string;
  onChange: (text: string) => void;
  rows?: number;
  error?: string | undefined;
};

/** Lines for a program: from left to right in every language. */
export function CodeArea({ label, hint, value, onChange, rows = 3, error }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <textarea
          {...aria}
          dir="ltr"
          rows={rows}
          maxLength={4000}
          spellCheck={false}
          placeholder=" "
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={cx(inputClass, 'h-auto! py-2 font-mono text-sm')}
        />
      )}
    </Field>
  );
}
