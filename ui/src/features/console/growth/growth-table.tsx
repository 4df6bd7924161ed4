import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { useIsCompact } from '~/kit/use-media';
import { change, lineOf } from './growth-words';

/** What grows, with its words. */
export type GrowthRow = {
  key: string;
  name: ReactNode;
  used: number;
  limit?: number;
  known: boolean;
  month_least: number;
  month_likely: number;
  month_most: number;
  recently: number[];
  /** When it is full. */
  full?: string;
  isUrgent?: boolean;
};

type Props = { label: string; rows: GrowthRow[]; hasLimit?: boolean };

/** What grows, one below the other; on a phone each is a row of its own. */
export function GrowthTable({ label, rows, hasLimit }: Props) {
  if (useIsCompact())
    return (
      <ul aria-labelledby={label}>
        {rows.map((row) => (
          <li key={row.key} className="border-b border-line px-5 py-3 last:border-0">
            <p className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-medium wrap-anywhere">{row.name}</span>
              <span className="shrink-0 font-semibold">{size(row.used)}</span>
            </p>
            <div className="mt-1 flex items-center justify-between gap-4 text-sm text-muted">
              <Month row={row} />
              <Line values={row.recently} />
            </div>
            {row.full && (row.known || row.isUrgent) && <FullText row={row} />}
          </li>
        ))}
      </ul>
    );
  const head = 'px-3 py-2.5 font-medium';
  return (
    <table aria-labelledby={label} className="w-full text-start">
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className={cx(head, 'ps-5 text-start')}>
            {t('consoleGrowth.name')}
          </th>
          <th scope="col" className={cx(head, 'text-start')}>
            {t('consoleGrowth.recently')}
          </th>
          <th scope="col" className={cx(head, 'text-start')}>
            {t('consoleGrowth.now')}
          </th>
          <th scope="col" className={cx(head, 'text-start', !hasLimit && 'pe-5')}>
            {t('consoleGrowth.month')}
          </th>
          {hasLimit && (
            <th scope="col" className={cx(head, 'pe-5 text-start')}>
              {t('consoleGrowth.full')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="border-t border-line hover:bg-hover">
            <th scope="row" className="py-2 ps-5 pe-3 text-start font-normal wrap-anywhere">
              {row.name}
            </th>
            <td className="px-3">
              <Line values={row.recently} />
            </td>
            <td className="px-3 py-2 whitespace-nowrap">
              {size(row.used)}
              {row.limit ? (
                <span className="block text-xs text-muted">{t('consoleGrowth.of', { limit: size(row.limit) })}</span>
              ) : null}
            </td>
            <td className="px-3 py-2">
              <Month row={row} />
            </td>
            {hasLimit && (
              <td className="px-3 pe-5">
                <FullText row={row} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The growth of a usual month, and below it that of slow and of fast ones. */
function Month({ row: { known, month_likely: likely, month_least: least, month_most: most } }: { row: GrowthRow }) {
  if (!known) return <span className="text-sm text-muted">{t('consoleGrowth.state_unknown')}</span>;
  return (
    <span>
      {change(likely)}
      {change(least) !== change(most) && (
        <span className="block text-xs text-muted">
          {t('consoleGrowth.range', { least: change(least), most: change(most) })}
        </span>
      )}
    </span>
  );
}

const FullText = ({ row: { full, isUrgent } }: { row: GrowthRow }) => (
  <span className={cx('text-sm', isUrgent ? 'font-medium text-danger' : 'text-muted')}>{full}</span>
);

/** The last days, the newest where the reading ends. What it says stands beside it in words. */
function Line({ values }: { values: number[] }) {
  const points = lineOf(values);
  return (
    <svg
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-6 w-24 shrink-0 text-brand rtl:-scale-x-100"
    >
      {points && (
        <polyline
          points={points}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
