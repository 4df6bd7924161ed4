import { Check, Copy } from 'lucide-react';
import { cx } from './cx';
import { Field, inputClass } from './field';
import { IconButton } from './icon-button';
import { useCopied } from './use-copied';

type Props = {
  label: string;
  value: string;
  /** In a form that is easier to read; `value` is copied. */
  shown?: string;
  copyLabel: string;
  copiedLabel: string;
  hideLabel?: boolean;
};

/** A text to take along: it is chosen as a whole, and a button copies it. */
export function CopyField({ label, value, shown = value, copyLabel, copiedLabel, hideLabel }: Props) {
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <Field label={label} hideLabel={hideLabel}>
      {(aria) => (
        <div className="relative">
          <input
            {...aria}
            dir="ltr"
            readOnly
            value={shown}
            onFocus={({ currentTarget: input }) => {
              input.select();
              // To choose it has scrolled to its end.
              requestAnimationFrame(() => input.scrollTo({ left: 0 }));
            }}
            className={cx(inputClass, 'pe-12 text-ellipsis rtl:ps-12 rtl:pe-3')}
          />
          <IconButton
            label={copied ? copiedLabel : copyLabel}
            onClick={() => copy(value)}
            className={cx('absolute end-0.5 top-1/2 -translate-y-1/2', copied && 'text-success!')}
          >
            <Icon size={18} aria-hidden="true" />
          </IconButton>
          <span role="status" className="sr-only">
            {copied && copiedLabel}
          </span>
        </div>
      )}
    </Field>
  );
}
