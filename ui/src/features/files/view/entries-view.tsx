import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { useMedia } from '~/kit/use-media';
import { topOf } from '~/kit/row-window';
import { useRows } from '~/kit/use-rows';
import { useWidth } from '~/kit/use-width';
import { isCutIn, useClipboard } from '../operations/clipboard';
import { cellsOfRow, leadingRows, rowCount } from '~/kit/cells';
import { columnsFor, nameWidth, type Column, type ColumnId } from '../listing/columns';
import type { Entry } from '../listing/entry';
import { GridCell } from './grid-cell';
import { gridLayout, listLayout, sizesOf, type Layout } from './layout';
import { GridHeader, ListHeader } from './list-header';
import { t } from '~/i18n';
import { folderWordId, ListRow, rowId } from './list-row';
import type { Entries } from '../listing/listing';
import { PrintedEntries } from './printed-entries';
import { useRenaming, type Renaming } from '../operations/renaming';
import { countSelected, isSelected } from '../listing/selection';
import type { ListKind } from '../listing/list-kind';
import { usePointer } from './use-pointer';
import type { Selecting } from './use-selection';
import type { View } from '../listing/use-view';

export interface EntriesHandle {
  readonly layout: Layout;
  readonly scroller: HTMLElement;
}

type Props = {
  spaceId: string;
  entries: Entries;
  view: View;
  hidden: ReadonlySet<ColumnId>;
  listKind: ListKind;
  selecting: Selecting;
  /** The folder that something is being dragged over. */
  dropOn: string | null;
  label: string;
  /** Of the list on paper. */
  heading: string;
  /** Gives the keyboard access to the layout. */
  handle: RefObject<EntriesHandle | null>;
  onOpen: (entry: Entry) => void;
  onMore: (button: HTMLElement, index: number) => void;
};

/** The entries as a list or a grid. Only those in sight are drawn, so the length of the directory does not matter. */
export function EntriesView(props: Props) {
  const { entries, view, selecting, handle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller, 'entries');
  const touch = useMedia('(pointer: coarse)');
  const layout = useMemo(
    () => (view.kind === 'grid' ? gridLayout(width, entries.folders) : listLayout(width, touch || width < 560)),
    [view.kind, width, touch, entries.folders],
  );
  const sizes = sizesOf(layout);
  const count = rowCount(layout, entries.count);
  const rows = useRows(scroller, count, sizes);
  const { selection } = selecting;
  const chosen = countSelected(selection, entries.count);
  const choosing = chosen > (touch ? 0 : 1);

  useLayoutEffect(() => {
    handle.current = scroller.current && { layout, scroller: scroller.current };
  });
  const { show } = entries;
  useEffect(() => {
    if (rows.end === 0) return show(0, 0);
    const last = cellsOfRow(layout, rows.end - 1, entries.count);
    show(cellsOfRow(layout, rows.first, entries.count).first, last.end);
  }, [rows, layout, entries.count, show]);
  const pointer = usePointer(props, scroller, layout);

  const cursor = selection.cursor === null ? -1 : entries.indexOf(selection.cursor);
  const { listKind } = props;
  const columns = useMemo(() => columnsFor(width, props.hidden, listKind.columns), [width, props.hidden, listKind]);
  const clip = useClipboard();
  const directoryId = entries.directory?.directory_id;
  const cut = useMemo(() => isCutIn(clip, directoryId), [clip, directoryId]);
  const renaming = useRenaming();
  const drawn = { draggable: !touch && listKind.id !== 'trash', cut, renaming };
  return (
    <div
      role="grid"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-rowcount={view.kind === 'list' ? entries.count + 1 : count}
      aria-activedescendant={cursor >= 0 ? rowId(cursor) : undefined}
      tabIndex={0}
      data-entries
      data-selecting={choosing || undefined}
      onKeyDown={({ currentTarget }) => {
        currentTarget.dataset.by = 'keys';
      }}
      onPointerDown={({ currentTarget }) => {
        delete currentTarget.dataset.by;
      }}
      className="group/list flex min-h-0 flex-1 flex-col outline-none"
    >
      <span hidden id={folderWordId}>
        {t('files.typeFolder')}
      </span>
      <PrintedEntries entries={entries} heading={props.heading} />
      {view.kind === 'list' && (
        <ListHeader
          columns={columns}
          sorts={listKind.sorts}
          sort={view.sort}
          onSort={view.setSort}
          selected={chosen === 0 ? 'none' : chosen === entries.count ? 'all' : 'some'}
          onSelectAll={chosen === entries.count ? selecting.clear : selecting.all}
        />
      )}
      {view.kind === 'grid' && <GridHeader view={view} listKind={listKind} />}
      <div
        ref={scroller}
        role="rowgroup"
        data-scroller
        className="scroll-thin relative min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-gutter:stable_both-edges] [contain:strict]"
        {...pointer.handlers}
      >
        <div
          role="presentation"
          className="in-data-tray-shown:mb-64"
          style={{ height: topOf(sizes, count) + 2 * layout.padding + 96 }}
        >
          <div role="presentation" style={{ transform: `translateY(${topOf(sizes, rows.first) + layout.padding}px)` }}>
            {view.kind === 'list' ? (
              <ListRows
                {...props}
                {...drawn}
                first={rows.first}
                end={rows.end}
                layout={layout}
                columns={columns}
                width={width}
                cursor={cursor}
                choosing={chosen > 0}
              />
            ) : (
              <GridRows
                {...props}
                {...drawn}
                first={rows.first}
                end={rows.end}
                layout={layout}
                cursor={cursor}
                choosing={choosing}
              />
            )}
          </div>
        </div>
        {pointer.band && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute rounded-md border border-brand bg-brand/12"
            style={{
              top: pointer.band.top,
              height: pointer.band.bottom - pointer.band.top,
              insetInlineStart: pointer.band.start,
              width: pointer.band.end - pointer.band.start,
            }}
          />
        )}
      </div>
    </div>
  );
}

type DrawnProps = Props & {
  first: number;
  end: number;
  layout: Layout;
  cursor: number;
  draggable: boolean;
  cut: (id: string) => boolean;
  renaming: Renaming | null;
};

function ListRows(props: DrawnProps & { columns: readonly Column[]; width: number; choosing: boolean }) {
  const { spaceId, entries, selecting, first, end, layout, columns, width, cursor, dropOn, choosing } = props;
  const tall = columns.length === 0;
  // Without columns the box only takes room while something is being chosen.
  const boxed = !tall || choosing;
  const room = nameWidth(width, columns, boxed) - (tall ? 8 : 0);
  return range(first, end).map((index) => {
    const entry = entries.entryAt(index);
    return (
      <ListRow
        key={index}
        entry={entry}
        index={index}
        columns={columns}
        nameWidth={room}
        height={layout.rowHeight}
        tall={tall}
        boxed={boxed}
        selected={entry !== null && isSelected(selecting.selection, entry.id)}
        cursor={index === cursor}
        target={entry !== null && dropOn === entry.id}
        draggable={props.draggable}
        cut={entry !== null && props.cut(entry.id)}
        spaceId={spaceId}
        renaming={entry !== null && props.renaming?.id === entry.id ? props.renaming : null}
      />
    );
  });
}

function GridRows(props: DrawnProps & { choosing: boolean }) {
  const { spaceId, entries, selecting, first, end, layout, cursor, dropOn } = props;
  const { columns, gap, padding, cellWidth } = layout;
  return range(first, end).map((row) => {
    const inRow = cellsOfRow(layout, row, entries.count);
    const height = row < leadingRows(layout) ? layout.folderHeight : layout.rowHeight;
    return (
      <div
        key={row}
        role="row"
        aria-rowindex={row + 1}
        className="grid items-start"
        style={{
          gridTemplateColumns: `repeat(${columns}, ${cellWidth}px)`,
          gap,
          paddingInline: padding,
          height,
        }}
      >
        {range(inRow.first, inRow.end).map((index) => {
          const entry = entries.entryAt(index);
          return (
            <GridCell
              key={entry?.id ?? index}
              spaceId={spaceId}
              entry={entry}
              index={index}
              width={cellWidth}
              height={(entry?.kind === 'directory' ? Math.min(height, layout.folderHeight) : height) - gap}
              selected={entry !== null && isSelected(selecting.selection, entry.id)}
              boxed={props.choosing || (entry !== null && isSelected(selecting.selection, entry.id))}
              cursor={index === cursor}
              target={entry !== null && dropOn === entry.id}
              draggable={props.draggable}
              cut={entry !== null && props.cut(entry.id)}
              renaming={entry !== null && props.renaming?.id === entry.id ? props.renaming : null}
            />
          );
        })}
      </div>
    );
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
