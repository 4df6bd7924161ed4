import { ChevronDown } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
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
  /** What it consists of, shown on request. */
  parts?: ReactNode;
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
            {row.parts && (
              <Parts>
                {(button, shown) => (
                  <>
                    <p className="mt-1">{button}</p>
                    {shown && row.parts}
                  </>
                )}
              </Parts>
            )}
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
        {rows.map((row) =>
          row.parts ? (
            <Parts key={row.key}>
              {(button, shown) => (
                <Fragment>
                  <Cells row={row} hasLimit={hasLimit} button={button} />
                  {shown && (
                    <tr>
                      <td colSpan={hasLimit ? 5 : 4} className="pb-3 ps-5 pe-5">
                        {row.parts}
                      </td>
                    </tr>
                  )}
                </Fragment>
              )}
            </Parts>
          ) : (
            <Cells key={row.key} row={row} hasLimit={hasLimit} />
          ),
        )}
      </tbody>
    </table>
  );
}

function Cells({ row, hasLimit, button }: { row: GrowthRow; hasLimit?: boolean; button?: ReactNode }) {
  return (
    <tr className="border-t border-line hover:bg-hover">
      <th scope="row" className="py-2 ps-5 pe-3 text-start font-normal wrap-anywhere">
        {row.name}
        {button}
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
  );
}

/** A button that shows what a row consists of. */
function Parts({ children }: { children: (button: ReactNode, shown: boolean) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return children(
    <button
      type="button"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className="-ms-2 flex h-7 items-center gap-1 rounded-lg px-2 text-xs font-medium text-brand hover:bg-hover pointer-coarse:h-11"
    >
      {t('consoleGrowth.byKind')}
      <ChevronDown size={14} aria-hidden="true" className={cx('transition', open && 'rotate-180')} />
    </button>,
    open,
  );
}

/** How the parts of something grow, in a table within its row. */
export function GrowthParts({ label, rows }: { label: string; rows: GrowthRow[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line rounded-control bg-sunken px-4">
      {rows.map((row) => (
        <li
          key={row.key}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2 text-sm sm:grid-cols-[1fr_6rem_6rem_12rem]"
        >
          <span>{row.name}</span>
          <span className="text-end font-semibold whitespace-nowrap sm:order-1 sm:text-start sm:font-normal">
            {size(row.used)}
          </span>
          <span className="sm:order-2">
            <Month row={row} />
          </span>
          <Line values={row.recently} />
        </li>
      ))}
    </ul>
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
