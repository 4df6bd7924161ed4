import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { useIsCompact } from '~/kit/use-media';
import { KeyHints } from './key-hints';
import { useLetters } from './use-letters';

interface Column<T> {
  readonly label: string;
  readonly cell: (item: T) => ReactNode;
  readonly className?: string;
  /** The list can be sorted by it. */
  readonly sort?: string;
}

/** What a list is sorted by, and how another order is asked for. */
export interface RowSort {
  readonly by: string;
  readonly down: boolean;
  readonly onSort: (by: string) => void;
}

type Props<T> = {
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  hrefOf: (item: T) => string;
  /** The first line of a row: what the thing is. */
  title: (item: T) => ReactNode;
  /** Below it; with `plain` in the rows of a phone alone, and those of the table are lower. */
  below: (item: T) => ReactNode;
  plain?: boolean;
  sort?: RowSort;
  /** The order by the title. */
  titleSort?: string;
  /** Further columns of the table; on a phone the first one stands at the end of the row. */
  columns: readonly Column<T>[];
  titleLabel: string;
  more: ReactNode;
};

/** A table of things with a page of their own; on a phone rows of two lines. J and K lead through it, Enter opens. */
export function Rows<T>(props: Props<T>) {
  const { items, idOf, columns } = props;
  const compact = useIsCompact();
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLTableElement | HTMLUListElement>(null);
  const moveBy = (step: number) => setAt((now) => Math.min(items.length - 1, Math.max(0, now + step)));
  useLetters({ j: () => moveBy(1), k: () => moveBy(-1) });
  useEffect(() => {
    if (at >= 0) list.current?.querySelectorAll<HTMLAnchorElement>('a[data-row]')[at]?.focus();
  }, [at]);
  const name = (item: T, index: number) => (
    <Link
      href={props.hrefOf(item)}
      data-row=""
      onFocus={() => setAt(index)}
      className="block min-w-0 rounded-sm outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand"
    >
      {props.title(item)}
    </Link>
  );
  return (
    <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
      {compact ? (
        <ul ref={list as never} aria-label={props.label}>
          {items.map((item, index) => (
            <li key={idOf(item)} className="relative flex min-h-15 items-center gap-3 border-b border-line px-4 py-2.5">
              <div className="grid min-w-0 flex-1 gap-0.5">
                {name(item, index)}
                <div className="truncate text-xs text-muted">{props.below(item)}</div>
              </div>
              <div className="shrink-0 text-xs text-muted">{columns[0]?.cell(item)}</div>
            </li>
          ))}
        </ul>
      ) : (
        <table ref={list as never} aria-label={props.label} className="w-full table-fixed text-start">
          <thead className="sticky top-0 z-10 bg-surface">
            <tr className="border-b border-line text-xs text-muted">
              <Head
                label={props.titleLabel}
                by={props.titleSort}
                sort={props.sort}
                className="px-6 py-2.5 text-start font-medium"
              />
              {columns.map(({ label, className, sort }) => (
                <Head
                  key={label}
                  label={label}
                  by={sort}
                  sort={props.sort}
                  className={cx('px-3 py-2.5 text-start font-medium last:pe-6', className)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, index) => (
              <tr key={idOf(item)} className="relative border-b border-line transition hover:bg-hover">
                <td className="px-6 py-2.5">
                  {name(item, index)}
                  {!props.plain && <div className="truncate text-xs text-muted">{props.below(item)}</div>}
                </td>
                {columns.map(({ label, cell, className }) => (
                  <td key={label} className={cx('truncate px-3 py-2.5 last:pe-6', className)}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {props.more && <div className="grid justify-items-center p-4">{props.more}</div>}
      <KeyHints
        hints={[
          { keys: ['J', 'K'], text: t('console.keyMove') },
          { keys: ['↵'], text: t('console.keyOpen') },
        ]}
      />
    </div>
  );
}

type HeadProps = { label: string; by: string | undefined; sort: RowSort | undefined; className: string };

/** The head of a column; one that the list can be sorted by is a button. */
function Head({ label, by, sort, className }: HeadProps) {
  if (!by || !sort)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const on = sort.by === by;
  const Icon = sort.down ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={on ? (sort.down ? 'descending' : 'ascending') : 'none'} className={className}>
      <button
        type="button"
        onClick={() => sort.onSort(by)}
        className={cx('-mx-1.5 inline-flex items-center gap-1 rounded-md px-1.5 hover:text-fg', on && 'text-fg')}
      >
        {label}
        {on && <Icon size={14} aria-hidden="true" />}
      </button>
    </th>
  );
}
