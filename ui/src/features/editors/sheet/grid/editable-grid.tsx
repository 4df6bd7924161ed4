import { useCallback, useEffect, useMemo, useRef, useState, type ClipboardEvent } from 'react';
import { HEAD_HEIGHT, HEAD_WIDTH, type Merges } from '~/features/viewers/sheet/cells';
import { withComment, withFilter } from '~/features/viewers/sheet/drawn';
import { commentsAt } from '~/features/viewers/sheet/comments';
import { trackOf } from '~/features/viewers/sheet/layout';
import { SheetPanes } from '~/features/viewers/sheet/panes';
import { useWindow } from '~/features/viewers/sheet/use-window';
import { t } from '~/i18n';
import { writeForms } from '../book/clipboard';
import { isWithin, type Area } from '../formula/address';
import { CellEditor } from './cell-editor';
import type { SheetController } from './sheet-controller';
import { runKey } from './keys';
import { LiveCharts } from './live-charts';
import { Marks } from './marks';
import { placeAt, usePointer, type Resizing } from './pointer';
import { drawnCell, filterAt, fittingWidth, rawText, shownText } from './shown';

/** Browsers lay out boxes up to some 17 million pixels. */
const MOST_ROWS = 600_000;

/** Some empty rows and columns behind the others, more as the user goes on. */
const gridCount = (last: number, chosen: number, step: number, most: number) =>
  Math.min(most, (Math.floor(Math.max(last, chosen) / step) + 2) * step);

function useTracks(controller: SheetController, resizing: Resizing | null) {
  const { sheet, selection, session } = controller;
  const chosen = selection.whole ? { row: 1, column: 1 } : selection.focus;
  const rowCount = gridCount(sheet.extent.rows, chosen.row, 50, MOST_ROWS);
  const columnCount = gridCount(sheet.extent.columns, chosen.column, 13, 16_384);
  const { looks } = session;
  const own = (axis: Resizing['axis'], sizes: ReadonlyMap<number, number>) =>
    resizing?.axis === axis ? new Map(sizes).set(resizing.number, resizing.px) : sizes;
  const rows = useMemo(
    () => trackOf(rowCount, sheet.usual.height, own('rows', sheet.heights)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- sizes change in place, and `looks` with them
    [sheet, looks, rowCount, resizing],
  );
  const columns = useMemo(
    () => trackOf(columnCount, sheet.usual.width, own('columns', sheet.widths)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
    [sheet, looks, columnCount, resizing],
  );
  return { rows, columns };
}

/** Dragged, they give rows and columns another size. */
const edges = {
  columnEdge: (number: number) => (
    <i
      data-resize-column={number}
      className="absolute inset-y-0 end-0 w-1.5 cursor-col-resize touch-none hover:bg-brand pointer-coarse:w-3"
    />
  ),
  rowEdge: (number: number) => (
    <i
      data-resize-row={number}
      className="absolute inset-x-0 bottom-0 h-1 cursor-row-resize touch-none hover:bg-brand pointer-coarse:h-2.5"
    />
  ),
};

/** The cells, chosen and changed in their places. */
export function EditableGrid({ controller, label }: { controller: SheetController; label: string }) {
  const { sheet, selection, session } = controller;
  const scroller = useRef<HTMLDivElement>(null);
  const valuesOnly = useRef(false);
  const [resizing, setResizing] = useState<Resizing | null>(null);
  const [preview, setPreview] = useState<Area | null>(null);
  const { rows, columns } = useTracks(controller, resizing);
  const frozen = useMemo(
    () => ({ rows: Math.min(sheet.frozen.rows, rows.count), columns: Math.min(sheet.frozen.columns, columns.count) }),
    [sheet.frozen, rows.count, columns.count],
  );
  const seen = useWindow(scroller, rows, columns, {
    head: { top: HEAD_HEIGHT, side: HEAD_WIDTH },
    frozen: { top: rows.at(frozen.rows + 1), side: columns.at(frozen.columns + 1) },
  });
  const { show, page } = seen;
  // The tracks of a later drawing know rows that a step added.
  const wanted = useRef<{ row: number; column: number } | null>(null);
  controller.show = (place) => {
    wanted.current = place;
    show(place);
  };
  useEffect(() => {
    if (wanted.current) show(wanted.current);
    wanted.current = null;
  });
  useEffect(() => {
    controller.focus = () => scroller.current?.focus({ preventScroll: true });
    controller.focus();
  }, [controller]);
  useEffect(() => scroller.current?.scrollTo(0, 0), [sheet.id]);

  const merges: Merges = useMemo(
    () => sheet.merges.map(({ top, left, bottom, right }) => [top, left, bottom - top + 1, right - left + 1] as const),
    [sheet.merges],
  );
  const { book } = session;
  const { epoch } = book;
  const said = useMemo(() => commentsAt(sheet.comments), [sheet.comments]);
  const cellAt = useCallback(
    (row: number, column: number) => {
      const cell = sheet.cells.get(row)?.get(column);
      const drawn = withComment(cell ? drawnCell(cell, book) : null, said.get(`${row}-${column}`));
      return withFilter(drawn, filterAt(sheet.filter, row, column));
    },
    [sheet, book, said],
  );
  const revision = useCallback((row: number) => session.lineRevision(sheet.id, row), [session, sheet.id]);
  const onPointerDown = usePointer({
    controller,
    rows,
    columns,
    frozen,
    scroller,
    onResizing: setResizing,
    onPreview: setPreview,
  });

  const copy = (event: ClipboardEvent, cut: boolean) => {
    event.preventDefault();
    const { text, html } = writeForms(
      sheet,
      selection.area,
      (cell) => rawText(cell, epoch),
      (cell) => shownText(cell, epoch),
    );
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
    controller.clipboard.keep(sheet, selection.area, text, cut && controller.canEdit);
    controller.choose(selection);
  };
  const tappedPlace = (event: { target: EventTarget | null; clientX: number; clientY: number }) =>
    scroller.current && (event.target as HTMLElement).closest('[role=gridcell],[role=row],[role=rowgroup]')
      ? placeAt(scroller.current, { rows, columns, frozen }, event.clientX, event.clientY)
      : null;
  const { anchor } = selection;
  return (
    <div className="relative flex min-h-0 flex-1 overflow-hidden">
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.count}
        aria-colcount={columns.count}
        aria-multiselectable="true"
        aria-readonly={!controller.canEdit}
        aria-activedescendant={`cell-${anchor.row}-${anchor.column}`}
        tabIndex={0}
        dir={sheet.rtl ? 'rtl' : 'ltr'}
        className="scroll-thin min-h-0 flex-1 overflow-auto bg-surface text-sm outline-none select-none"
        onKeyDown={(event) => {
          // The browser pastes then, and says nothing of the keys.
          valuesOnly.current = (event.ctrlKey || event.metaKey) && event.shiftKey && event.code === 'KeyV';
          if (controller.editing || !runKey(controller, event, page)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onPointerDown={onPointerDown}
        onClick={(event) => {
          const place = (event.nativeEvent as PointerEvent).pointerType === 'mouse' ? null : tappedPlace(event);
          if (!place) return;
          if (controller.isPointing)
            controller.point({ top: place.row, left: place.column, bottom: place.row, right: place.column });
          // A second tap types.
          else if (
            !controller.editing &&
            !selection.whole &&
            place.row === anchor.row &&
            place.column === anchor.column
          )
            controller.begin('cell');
          else controller.chooseCell(place);
        }}
        onDoubleClick={(event) => {
          const { resizeColumn } = (event.target as HTMLElement).dataset;
          if (resizeColumn) {
            const column = Number(resizeColumn);
            controller.resize(
              'columns',
              [column],
              fittingWidth(sheet, column, (cell) => shownText(cell, epoch)),
            );
          } else if (!controller.editing && tappedPlace(event)) controller.begin('cell');
        }}
        onContextMenu={(event) => {
          const place = tappedPlace(event);
          if (place && !isWithin(selection.area, place.row, place.column)) controller.chooseCell(place);
        }}
        onCopy={(event) => copy(event, false)}
        onCut={(event) => {
          copy(event, true);
        }}
        onPaste={(event) => {
          event.preventDefault();
          const data = event.clipboardData;
          controller.paste(data?.getData('text/plain') ?? '', data?.getData('text/html') ?? '', valuesOnly.current);
          valuesOnly.current = false;
        }}
      >
        <SheetPanes
          rtl={sheet.rtl}
          rows={rows}
          columns={columns}
          frozen={[frozen.rows, frozen.columns]}
          merges={merges}
          cellAt={cellAt}
          chosen={selection.area}
          revision={revision}
          seen={seen}
          over={
            <>
              <Marks controller={controller} rows={rows} columns={columns} preview={preview} />
              {sheet.drawings.length > 0 && <LiveCharts controller={controller} rows={rows} columns={columns} />}
            </>
          }
          {...(controller.canEdit && edges)}
        />
      </div>
      <CellEditor controller={controller} rows={rows} columns={columns} scroller={scroller} />
      <p className="sr-only" role="status">
        {session.busy ? t('sheets.computing') : ''}
      </p>
    </div>
  );
}
