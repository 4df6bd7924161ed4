import { memo } from 'react';
import { size, when } from '~/i18n/format';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { Skeleton } from '~/kit/skeleton';
import { CellText, MoreButton, SelectBox } from './cells';
import { gridTemplate, type Column } from './columns';
import type { Entry } from './entry';

interface Shape {
  readonly columns: readonly Column[];
  /** Room for the letters of the name, in px. */
  readonly room: number;
  readonly height: number;
  /** Two lines: there is no room for columns. */
  readonly tall: boolean;
}

type Props = Shape & {
  entry: Entry | null;
  index: number;
  selected: boolean;
  cursor: boolean;
  /** Something is being dragged over it. */
  target: boolean;
};

export const rowId = (index: number) => `entry-${index}`;

const rowClass = 'group/entry grid items-center gap-3 border-b border-line/60 px-2 select-none';

export const ListRow = memo(function ListRow({ entry, index, selected, cursor, target, ...shape }: Props) {
  if (!entry) return <RowSkeleton {...shape} />;
  const { columns, room, height, tall } = shape;
  return (
    <div
      role="row"
      id={rowId(index)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-index={index}
      data-directory={entry.kind === 'directory' ? entry.id : undefined}
      className={cx(
        rowClass,
        selected ? 'bg-brand-soft' : 'hover:bg-hover',
        cursor && 'shadow-[inset_0_0_0_2px_var(--color-brand)]',
        target && 'bg-brand-soft shadow-[inset_0_0_0_2px_var(--color-brand)]',
      )}
      style={{ gridTemplateColumns: gridTemplate(columns), height }}
    >
      <div role="gridcell">
        <SelectBox name={entry.name} selected={selected} />
      </div>
      <div role="gridcell" className="flex min-w-0 items-center gap-3" data-part="name">
        <FileIcon type={entry.type} size={tall ? 'md' : 'sm'} />
        <span className="min-w-0 text-start">
          <span className="block truncate font-medium">
            <CutName name={entry.name} width={tall ? room - 8 : room} />
          </span>
          {tall && (
            <span className="block truncate text-xs text-muted">
              {when(entry.modifiedAt)} · {size(entry.size)}
            </span>
          )}
        </span>
      </div>
      {columns.map(({ id }) => (
        <div key={id} role="gridcell" className="truncate text-muted">
          <CellText entry={entry} column={id} />
        </div>
      ))}
      <div role="gridcell">
        <MoreButton name={entry.name} />
      </div>
    </div>
  );
});

const widths = ['w-2/5', 'w-3/5', 'w-1/3', 'w-1/2', 'w-2/3'];

export function RowSkeleton({ columns, height, tall, seed = 0 }: Omit<Shape, 'room'> & { seed?: number }) {
  return (
    <div
      aria-hidden="true"
      className={rowClass}
      style={{ gridTemplateColumns: gridTemplate(columns), height }}
    >
      <span />
      <span className="flex items-center gap-3">
        <Skeleton className={cx('shrink-0 rounded-lg', tall ? 'size-9' : 'size-7')} />
        <Skeleton className={cx('h-3.5', widths[seed % widths.length])} />
      </span>
      {columns.map(({ id }) => (
        <Skeleton key={id} className="h-3 w-3/5" />
      ))}
      <span />
    </div>
  );
}
