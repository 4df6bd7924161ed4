import { cx } from '~/kit/cx';

const tones = {
  good: 'bg-success-soft text-success',
  bad: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  busy: 'bg-brand-soft text-brand',
  calm: 'bg-sunken text-muted ring-1 ring-line',
} as const;

export type Tone = keyof typeof tones;

/** A state in a word. */
export const Tag = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={cx('rounded-md px-2 text-xs font-medium whitespace-nowrap', tones[tone])}>{children}</span>
);
