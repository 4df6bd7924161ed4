import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx';
import { rewriteDigits } from './digits';
import { iconButtonClass } from './icon-button';
import { useKitWords } from './provider';

export const inputClass =
  'control-height w-full rounded-control border border-edge bg-surface px-3 text-fg transition placeholder:text-muted ' +
  'hover:border-fg/60 focus:border-brand focus:outline-2 focus:-outline-offset-1 focus:outline-brand ' +
  'aria-invalid:border-danger aria-invalid:outline-danger disabled:opacity-60';

type FieldProps = {
  label: string;
  error?: string;
  hint?: ReactNode;
  hideLabel?: boolean | undefined;
  /** Gets the ids that tie label, hint and error to it. */
  children: (aria: { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
};

/** A label, its control, and below it the hint or the error. */
export function Field({ label, error, hint, hideLabel, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': error || hint ? note : undefined })}
      {error ? (
        <p id={note} role="alert" className="text-xs text-danger">
          {error}
        </p>
      ) : (
        hint && (
          <div id={note} className="text-xs text-muted">
            {hint}
          </div>
        )
      )}
    </div>
  );
}

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  error?: string;
  hint?: ReactNode;
  /** Persian and Arabic digits become Latin as they are typed: codes, numbers, addresses. */
  latin?: boolean;
  hideLabel?: boolean;
};

/** One line of text. Preact leaves an uncontrolled value alone, so digits are changed in the element itself. */
export function TextField({ label, error, hint, hideLabel, latin, onChange, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel}>
      {(aria) => (
        <input
          dir={latin ? 'ltr' : 'auto'}
          placeholder=" "
          {...rest}
          {...aria}
          className={cx(inputClass, latin && 'rtl:text-end', className)}
          onChange={(event) => {
            if (latin) rewriteDigits(event.currentTarget);
            return onChange?.(event);
          }}
        />
      )}
    </Field>
  );
}

/** A password that can be looked at before it is sent. */
export function PasswordField({ label, error, hint, ...rest }: Omit<TextFieldProps, 'latin' | 'type'>) {
  const [shown, setShown] = useState(false);
  const words = useKitWords();
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        <div className="relative">
          <input
            {...rest}
            {...aria}
            dir="ltr"
            type={shown ? 'text' : 'password'}
            className={cx(inputClass, 'pe-11 rtl:ps-11 rtl:pe-3 rtl:text-end')}
          />
          <button
            type="button"
            aria-label={shown ? words.hidePassword : words.showPassword}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className={iconButtonClass('absolute end-0.5 top-1/2 -translate-y-1/2 aria-pressed:bg-transparent')}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
