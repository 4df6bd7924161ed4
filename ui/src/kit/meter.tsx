import { cx } from './cx';

const tones = { brand: 'bg-brand', warning: 'bg-warning', danger: 'bg-danger', success: 'bg-success' } as const;

type Props = {
  label: string;
  value: number;
  max?: number;
  valueText?: string;
  tone?: keyof typeof tones;
  className?: string;
};

/** How much of something there is. */
export function Meter({ label, value, max = 1, valueText, tone = 'brand', className }: Props) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className={cx('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cx('h-full rounded-full transition-[width] duration-180', tones[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
