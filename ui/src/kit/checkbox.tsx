import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import { cx } from './cx';

type Props = {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  /** Read aloud only, as in the rows of a table. */
  hideLabel?: boolean;
  className?: string;
};

export function Checkbox({ label, checked, indeterminate, onChange, hideLabel, className }: Props) {
  const box = (
    <Base.Root
      checked={checked}
      indeterminate={indeterminate}
      onCheckedChange={onChange}
      aria-label={hideLabel ? label : undefined}
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-md border border-edge bg-surface transition',
        'data-checked:border-brand data-checked:bg-brand data-indeterminate:border-brand data-indeterminate:bg-brand',
        hideLabel && className,
      )}
    >
      <Base.Indicator className="text-surface">
        {indeterminate ? (
          <Minus size={14} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={14} strokeWidth={3} aria-hidden="true" />
        )}
      </Base.Indicator>
    </Base.Root>
  );
  if (hideLabel) return box;
  return (
    <label className={cx('flex min-h-10 items-center gap-3', className)}>
      {box}
      <span>{label}</span>
    </label>
  );
}
