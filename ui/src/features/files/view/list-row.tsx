import { memo } from 'react';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { Skeleton } from '~/kit/skeleton';
import { CellText, MoreButton, SelectBox } from './cells';
import { gridTemplate, type Column } from '../listing/columns';
import { isUnmade, type Entry } from '../listing/entry';
import { SecondLine } from './entry-texts';
import { Marks, marksWidth } from './marks';
import { RowPicture } from './row-picture';
import { RenameField } from '../operations/rename-field';
import type { Renaming } from '../operations/renaming';

interface Shape {
  readonly columns: readonly Column[];
  /** Room for the letters of the name, in px. */
  readonly nameWidth: number;
  readonly height: number;
  /** Two lines: there is no room for columns. */
  readonly tall: boolean;
  /** There is a box that chooses the row. */
  readonly boxed: boolean;
}

type Props = Shape & {
  spaceId: string;
  entry: Entry | null;
  index: number;
  selected: boolean;
  cursor: boolean;
  /** Something is being dragged over it. */
  target: boolean;
  draggable: boolean;
  /** The entry has been cut and waits to be pasted. */
  cut: boolean;
  /** Its name is being written. */
  renaming: Renaming | null;
};

export const rowId = (index: number) => `entry-${index}`;

/** The id of the hidden word for a folder, which its icon tells the others. */
export const folderWordId = 'entry-folder';

/** The name of an entry for a screen reader: its name once, not again with the box and the button beside it. */
export const labelOf = (index: number, { kind }: Entry, columns: readonly Column[]) =>
  [
    `${rowId(index)}-name`,
    ...(kind === 'directory' ? [folderWordId] : []),
    ...columns.map(({ id }) => cellId(index, id)),
  ].join(' ');

const cellId = (index: number, column: string) => `${rowId(index)}-${column}`;

const frameClass = 'shadow-[inset_0_0_0_2px_var(--color-brand)]';

/**
 * The looks of a chosen row and of the cursor come by attributes alone, which useSelection writes before anything is drawn anew. What
 * is pressed looks chosen before it is let go. A press chooses the row as well, and its tint says so; keys need the frame.
 */
const chosenClass =
  'hover:bg-hover active:bg-brand-soft aria-selected:bg-brand-soft ' +
  'data-cursor:not-aria-selected:shadow-[inset_0_0_0_2px_var(--color-brand)] ' +
  'group-data-[by=keys]/list:data-cursor:shadow-[inset_0_0_0_2px_var(--color-brand)]';

/** Not durable yet: the server has not answered. */
export const pendingClass = 'opacity-60';

const rowClass = 'group/entry grid items-center gap-3 border-b border-line/60 px-2 select-none contain-strict';

export const ListRow = memo(function ListRow({ entry, index, selected, cursor, target, ...rest }: Props) {
  if (!entry) return <RowBlank height={rest.height} />;
  const { columns, height, boxed } = rest;
  return (
    <div
      role="row"
      id={rowId(index)}
      aria-rowindex={index + 2}
      aria-labelledby={labelOf(index, entry, columns)}
      aria-selected={selected}
      aria-busy={entry.pending}
      data-cursor={cursor || undefined}
      data-index={index}
      data-entry={entry.id}
      data-directory={entry.kind === 'directory' && !isUnmade(entry) ? entry.id : undefined}
      className={cx(
        rowClass,
        chosenClass,
        target && `bg-brand-soft ${frameClass}`,
        'data-drop:bg-brand-soft data-drop:shadow-[inset_0_0_0_2px_var(--color-brand)]',
        rest.cut && 'opacity-50',
        entry.pending && pendingClass,
      )}
      style={{ gridTemplateColumns: gridTemplate(columns, boxed), height }}
    >
      <div role="gridcell">{boxed && <SelectBox name={entry.name} selected={selected} />}</div>
      <Face
        spaceId={rest.spaceId}
        entry={entry}
        index={index}
        columns={columns}
        nameWidth={rest.nameWidth}
        tall={rest.tall}
        draggable={rest.draggable}
        renaming={rest.renaming}
      />
    </div>
  );
});

type FaceProps = Pick<Props, 'index' | 'columns' | 'nameWidth' | 'tall' | 'draggable' | 'renaming' | 'spaceId'> & {
  entry: Entry;
};

/** What does not change when the entry is chosen: to choose all draws none of it anew. */
const Face = memo(function Face({ index, ...props }: FaceProps) {
  const { entry, columns } = props;
  return (
    <>
      <NameCell {...props} id={cellId(index, 'name')} />
      {columns.map(({ id }) => (
        <div key={id} id={cellId(index, id)} role="gridcell" className="truncate text-muted">
          <CellText entry={entry} column={id} />
        </div>
      ))}
      <div role="gridcell">
        <MoreButton name={entry.name} />
      </div>
    </>
  );
});

type NameProps = Omit<FaceProps, 'index'> & { id: string };

function NameCell({ id: labelId, entry, columns, nameWidth, tall, draggable, renaming, spaceId }: NameProps) {
  const marked = columns.every(({ id }) => id !== 'access');
  return (
    <div
      role="gridcell"
      className="flex min-w-0 items-center gap-3"
      data-part="name"
      draggable={draggable && !renaming}
    >
      <RowPicture spaceId={spaceId} entry={entry} size={tall ? 'md' : 'sm'} />
      {renaming ? (
        <RenameField spaceId={spaceId} entry={entry} refused={renaming.refused} />
      ) : (
        <span id={labelId} className="min-w-0 text-start">
          <span className="flex items-center gap-1.5 font-medium">
            <span className="truncate">
              <CutName name={entry.name} width={nameWidth - marksWidth(entry, marked, 6, true)} />
            </span>
            <Marks entry={entry} all={marked} named />
          </span>
          {tall && (
            <span className="block truncate text-xs text-muted">
              <SecondLine entry={entry} />
            </span>
          )}
        </span>
      )}
    </div>
  );
}

/** A row that has not been fetched. It is plain, because hundreds of them may fly past. */
function RowBlank({ height }: { height: number }) {
  return (
    <div
      aria-hidden="true"
      style={{ height }}
      className="flex items-center border-b border-line/60 ps-16 contain-strict"
    >
      <span className="h-3 w-1/3 rounded bg-line" />
    </div>
  );
}

const widths = ['w-2/5', 'w-3/5', 'w-1/3', 'w-1/2', 'w-2/3'];

/** A placeholder for a row while the first page loads. */
export function RowSkeleton({ seed }: { seed: number }) {
  return (
    <div
      aria-hidden="true"
      className="flex h-11 items-center gap-3 border-b border-line/60 ps-16 max-sm:h-15 max-sm:ps-5"
    >
      <Skeleton className="size-7 shrink-0 max-sm:size-9" />
      <Skeleton className={cx('h-3.5 max-w-64', widths[seed % widths.length])} />
      <span className="flex-1 max-sm:hidden" />
      <Skeleton className="me-24 h-3 w-20 max-sm:hidden" />
      <Skeleton className="me-24 h-3 w-28 max-lg:hidden" />
    </div>
  );
}
