import { cx } from './cx';

type Props = {
  label: string;
  /** From 0 to 1; null when the duration is unknown. */
  value: number | null;
  valueText?: string;
  tone?: 'brand' | 'danger' | 'success' | 'muted';
  className?: string;
};

const tones = { brand: 'bg-brand', danger: 'bg-danger', success: 'bg-success', muted: 'bg-muted' } as const;

/** How far something has come. */
export function Progress({ label, value, valueText, tone = 'brand', className }: Props) {
  const share = Math.min(1, Math.max(0, value ?? 0));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(share * 100)}
      aria-valuetext={valueText}
      className={cx('relative h-1 overflow-hidden rounded-full bg-line', className)}
    >
      {value === null ? (
        <div className={cx('absolute h-full w-2/5 animate-slide rounded-full', tones[tone])} />
      ) : (
        <div
          className={cx('h-full rounded-full transition-[width] duration-180', tones[tone])}
          style={{ width: `${share * 100}%` }}
        />
      )}
    </div>
  );
}
