import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { gridTemplate, type Column } from '../listing/columns';
import type { ListKind } from '../listing/list-kind';
import { sortName } from '../listing/sort-name';
import { nextSort, type Sort, type SortField } from '../listing/sort';
import type { View } from '../listing/use-view';

type Props = {
  columns: readonly Column[];
  /** The fields by which the list can be sorted. */
  sorts: readonly SortField[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  selected: 'none' | 'some' | 'all';
  onSelectAll: () => void;
};

/** Names of the columns; a click sorts, a second one turns the order round. */
export function ListHeader({ columns, sorts, sort, onSort, selected, onSelectAll }: Props) {
  const unseen =
    sorts.includes(sort.field) && sort.field !== 'name' && !columns.some((column) => column.sort === sort.field);
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="scroll-thin grid h-11 shrink-0 max-sm:hidden pointer-coarse:h-14 items-center gap-3 overflow-hidden border-b border-line px-2 text-xs font-medium text-muted [scrollbar-gutter:stable_both-edges]"
      style={{ gridTemplateColumns: gridTemplate(columns) }}
    >
      <div role="columnheader" aria-label={t('files.selectAll')}>
        <SelectAllBox selected={selected} onClick={onSelectAll} />
      </div>
      <Header
        field={sorts.includes('name') ? 'name' : null}
        sort={sort}
        onSort={onSort}
        beside={unseen && <UnseenSort sort={sort} onSort={onSort} />}
      >
        {t('files.columnName')}
      </Header>
      {columns.map((column) => (
        <Header
          key={column.id}
          field={column.sort && sorts.includes(column.sort) ? column.sort : null}
          sort={sort}
          onSort={onSort}
        >
          {t(column.label)}
        </Header>
      ))}
      <div role="columnheader" className="sr-only">
        {t('files.columnMore')}
      </div>
    </div>
  );
}

function SelectAllBox({ selected, onClick }: { selected: Props['selected']; onClick: () => void }) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={selected === 'some' ? 'mixed' : selected === 'all'}
      aria-label={t('files.selectAll')}
      onClick={onClick}
      className="group/all grid size-11 place-items-center rounded-lg"
    >
      <span
        className={cx(
          'grid size-5 place-items-center rounded-md border transition group-hover/all:border-fg',
          selected === 'none' ? 'border-edge' : 'border-brand bg-brand text-surface',
        )}
      >
        {selected === 'all' && <Check size={14} strokeWidth={3} aria-hidden="true" />}
        {selected === 'some' && <Minus size={14} strokeWidth={3} aria-hidden="true" />}
      </span>
    </button>
  );
}

type HeaderProps = {
  field: SortField | null;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A control behind the name of the column. */
  beside?: ReactNode;
  children: ReactNode;
};

function Header({ field, sort, onSort, beside, children }: HeaderProps) {
  if (!field) {
    return (
      <div role="columnheader" className="truncate">
        {children}
      </div>
    );
  }
  const active = sort.field === field;
  const Arrow = sort.order === 1 ? ArrowUp : ArrowDown;
  return (
    <div
      role="columnheader"
      aria-sort={active ? (sort.order === 1 ? 'ascending' : 'descending') : 'none'}
      className="flex min-w-0 items-center gap-3"
    >
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, field))}
        className={cx(
          'group/sort -ms-2 flex h-8 min-w-0 items-center gap-1 rounded-lg px-2 transition hover:bg-hover hover:text-fg',
          active && 'font-semibold text-fg',
        )}
      >
        <span className="truncate">{children}</span>
        <Arrow
          size={14}
          aria-hidden="true"
          className={cx('shrink-0', active ? 'text-brand' : 'opacity-0 transition group-hover/sort:opacity-60')}
        />
      </button>
      {beside}
    </div>
  );
}

/** The order by a field that has no column here; a click turns it round. */
function UnseenSort({ sort, onSort }: Pick<Props, 'sort' | 'onSort'>) {
  const Arrow = sort.order === 1 ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSort(nextSort(sort, sort.field))}
      className="flex h-8 min-w-0 items-center gap-1 rounded-lg px-2 font-semibold text-fg transition hover:bg-hover"
    >
      <span className="truncate">{t('files.sortedBy', { field: sortName(sort.field) })}</span>
      <Arrow size={14} aria-hidden="true" className="shrink-0 text-brand" />
    </button>
  );
}

/** The order of a grid in the room that the selection bar takes; a click turns it round. */
export function GridHeader({ view, listKind }: { view: View; listKind: ListKind }) {
  const { sort, setSort } = view;
  const sorted = listKind.sorts.length > 0;
  return (
    <div
      role={sorted ? 'row' : undefined}
      className="scroll-thin flex h-11 shrink-0 items-center overflow-hidden px-4 text-xs text-muted [scrollbar-gutter:stable_both-edges] max-sm:hidden pointer-coarse:h-14"
    >
      {sorted && (
        <Header field={sort.field} sort={sort} onSort={setSort}>
          {sortName(sort.field)}
        </Header>
      )}
    </div>
  );
}
