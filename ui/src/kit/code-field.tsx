import { useEffect, useRef, useState } from 'react';
import { cx } from './cx';
import { onlyDigits } from './digits';
import { Field } from './field';

type Props = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** All digits have been typed. */
  onFull: (code: string) => void;
  /** A digit as the language writes it. */
  show: (digit: string) => string;
  error?: string | undefined;
  hint?: string;
  length?: number;
  autoFocus?: boolean;
};

/** A code of digits. One field with a cell for each digit: pasting, filling in and correcting are the browser's own. */
export function CodeField({ label, value, onChange, onFull, show, error, hint, length = 6, autoFocus }: Props) {
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The browser itself minds autofocus only while it loads a page.
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        <div dir="ltr" className="relative mx-auto w-full max-w-80">
          <div aria-hidden="true" className="grid grid-cols-6 gap-2">
            {Array.from({ length }, (_, index) => (
              <span
                key={index}
                className={cx(
                  'grid h-13 place-items-center rounded-control border bg-surface text-xl font-bold transition',
                  error ? 'border-danger' : 'border-edge',
                  focused && index === Math.min(value.length, length - 1) && 'border-brand outline-2 outline-brand',
                )}
              >
                {value[index] && show(value[index])}
              </span>
            ))}
          </div>
          <input
            {...aria}
            ref={input}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the step is for
            autoFocus={autoFocus}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            enterKeyHint="done"
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => {
              const code = onlyDigits(event.currentTarget.value).slice(0, length);
              event.currentTarget.value = code;
              onChange(code);
              if (code.length === length && code !== value) onFull(code);
            }}
            // Transparent: the cells show its digits.
            className="absolute inset-0 size-full cursor-text rounded-control bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
          />
        </div>
      )}
    </Field>
  );
}
