import type { KeyboardEvent, Ref } from 'react';
import { cx } from '~/kit/cx';
import { Field, inputClass } from '~/kit/field';

/** Characters of a message. */
export const MOST_TEXT = 20_000;

type Props = {
  label: string;
  value: string;
  rows?: number;
  error?: string;
  hint?: string;
  hideLabel?: boolean;
  inputRef?: Ref<HTMLTextAreaElement>;
  onChange: (text: string) => void;
  /** Ctrl or Command with Enter sends. */
  onSend?: () => void;
};

/** The text of a message. */
export function TextArea({ label, value, rows = 5, error, hint, hideLabel, inputRef, onChange, onSend }: Props) {
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSend?.();
  };
  return (
    <Field label={label} hideLabel={hideLabel} {...(error && { error })} {...(hint && { hint })}>
      {(aria) => (
        <textarea
          {...aria}
          ref={inputRef}
          dir="auto"
          rows={rows}
          placeholder={hideLabel ? label : ' '}
          value={value}
          onKeyDown={handleKeyDown}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={cx(inputClass, 'h-auto! py-2')}
        />
      )}
    </Field>
  );
}
