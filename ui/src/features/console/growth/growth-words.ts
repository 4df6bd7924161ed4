import type { KindGrowth, WorkspaceGrowth } from '~/api/types.gen';
import { t } from '~/i18n';
import { day, size } from '~/i18n/format';

const DAY = 86_400_000;

type Full = Pick<WorkspaceGrowth, 'state' | 'full_soonest' | 'full_latest'>;

/** When it is full, as a range of days. Without enough history nothing is said of that. */
export function fullWords({ state, full_soonest: soonest, full_latest: latest }: Full, now: number): string {
  if (state !== 'fills' || soonest === null) return t(`consoleGrowth.state_${state === 'fills' ? 'unknown' : state}`);
  const from = day(now + soonest * DAY);
  return latest === null
    ? t('consoleGrowth.fillsAfter', { from })
    : t('consoleGrowth.fills', { from, to: day(now + latest * DAY) });
}

/** «+۱٫۲ گیگابایت»: the sign stands to the left of the digits in every language. */
export function change(bytes: number): string {
  if (Math.abs(bytes) < 1024) return t('consoleGrowth.noChange');
  return `\u200e${bytes < 0 ? '−' : '+'}${size(Math.abs(bytes))}`;
}

export const kindWords = (kind: KindGrowth['kind']) => t(`consoleGrowth.kind_${kind}`);

/** A line through values in a box of 100 by 24, the oldest at the left; empty for fewer than two. */
export function lineOf(values: readonly number[]): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  return values
    .map((value, index) => {
      const x = (100 * index) / (values.length - 1);
      const y = range === 0 ? 12 : 22 - (20 * (value - low)) / range;
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
