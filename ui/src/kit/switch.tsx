import { Switch as Base } from '@base-ui/react/switch';
import { useId } from 'react';
import { cx } from './cx';

type Props = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A switch and its words, which switch it too. */
export function Switch({ label, hint, checked, onChange, disabled }: Props) {
  const id = useId();
  return (
    <label className={cx('flex min-h-10 items-center gap-4', !disabled && 'cursor-pointer')}>
      <span className="min-w-0 flex-1">
        <span id={id} className="block font-medium">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-xs text-muted">
            {hint}
          </span>
        )}
      </span>
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-6 w-11 shrink-0 rounded-full bg-edge transition-colors data-checked:bg-brand"
      >
        <Base.Thumb className="absolute start-0.5 top-0.5 size-5 rounded-full bg-white shadow transition-transform data-checked:ltr:translate-x-5 data-checked:rtl:-translate-x-5 dark:bg-bg" />
      </Base.Root>
    </label>
  );
}
