import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Cells, type Merges } from '~/features/viewers/sheet/cells';
import type { SheetDrawing } from '~/api/document';
import { Charts, placeOf } from '~/features/viewers/sheet/charts';
import { trackOf, type Track } from '~/features/viewers/sheet/layout';
import type { Span } from '~/features/viewers/sheet/use-window';
import { cx } from '~/kit/cx';
import { usePrinting } from '~/kit/use-printing';
import type { SheetController } from '../grid/sheet-controller';
import { liveDrawings } from '../grid/live-charts';
import { drawnCell } from '../grid/shown';
import { pagesOf, printAreas, printTitles, type PrintedPage } from '../book/pages';
import { pageSize } from '../book/paper';
import { PageHeaderAndFooter } from './page-header-and-footer';

const NOTHING = { top: 0, left: 0, bottom: 0, right: 0 };

/** The rows and columns of a sheet as far as they are printed or a chart goes, with their sizes. */
export function tracksOf({ sheet, session: { book } }: SheetController): { rows: Track; columns: Track } {
  const areas = printAreas(book, sheet);
  const titles = printTitles(book, sheet);
  const corners = sheet.drawings.map(({ from, to }) => to ?? from);
  const rows = Math.max(1, titles.rows?.until ?? 0, ...areas.map(({ bottom }) => bottom), ...corners.map(({ r }) => r));
  const columns = Math.max(
    1,
    titles.columns?.until ?? 0,
    ...areas.map(({ right }) => right),
    ...corners.map(({ c }) => c),
  );
  return {
    rows: trackOf(rows, sheet.usual.height, sheet.heights),
    columns: trackOf(columns, sheet.usual.width, sheet.widths),
  };
}

/** The pages of the sheet in sight. They are there only while the browser prints. */
export function PrintPages({ controller, file }: { controller: SheetController; file: string }) {
  const printing = usePrinting();
  return printing ? createPortal(<Pages controller={controller} file={file} />, document.body) : null;
}

function Pages({ controller, file }: { controller: SheetController; file: string }) {
  const { sheet, session } = controller;
  const tracks = tracksOf(controller);
  const printed = pagesOf(session.book, sheet, tracks.rows, tracks.columns);
  const { width, height, margins } = pageSize(sheet.print);
  const merges: Merges = sheet.merges.map(({ top, left, bottom, right }) => [
    top,
    left,
    bottom - top + 1,
    right - left + 1,
  ]);
  const drawings = liveDrawings(controller);
  const [now] = useState(() => new Date());
  const part = (rows: Span | null, columns: Span | null, isMain = false) =>
    rows && columns ? (
      <Clip
        controller={controller}
        {...tracks}
        merges={merges}
        part={{ rows, columns }}
        drawings={isMain ? drawings : []}
      />
    ) : null;
  const facts = { pages: printed?.pages.length ?? 0, at: now, file, sheet: sheet.name, rtl: sheet.rtl };
  return (
    <div data-print="" className="text-sm text-fg">
      <style>{`@page { size: ${width}px ${height}px; margin: 0; }`}</style>
      {printed?.pages.map((page, at) => (
        <div
          key={at}
          data-page={at + 1}
          dir={sheet.rtl ? 'rtl' : 'ltr'}
          className={cx('relative overflow-hidden [print-color-adjust:exact]', at > 0 && 'break-before-page')}
          style={{
            width,
            // A page that is full to the last px would begin another one.
            height: height - 1,
            paddingTop: margins.top,
            paddingBottom: margins.bottom,
            paddingLeft: margins.left,
            paddingRight: margins.right,
          }}
        >
          <div
            className={cx(
              sheet.print.centered && 'mx-auto w-fit',
              !sheet.print.grid && '[&_[role=gridcell]]:border-transparent',
            )}
            style={{ zoom: printed.scale }}
          >
            <Lines page={page} part={part} />
          </div>
          <PageHeaderAndFooter facts={{ ...facts, page: at + 1 }} setup={sheet.print} scale={printed.scale} />
        </div>
      ))}
    </div>
  );
}

type LinesProps = {
  page: PrintedPage;
  part: (rows: Span | null, columns: Span | null, isMain?: boolean) => React.ReactNode;
};

/** The titles at the top and at the side, and what goes on between them. */
const Lines = ({ page: { rows, columns, titleRows, titleColumns }, part }: LinesProps) => (
  <>
    {titleRows && (
      <div className="flex">
        {part(titleRows, titleColumns)}
        {part(titleRows, columns)}
      </div>
    )}
    <div className="flex">
      {part(rows, titleColumns)}
      {part(rows, columns, true)}
    </div>
  </>
);

type ClipProps = {
  controller: SheetController;
  rows: Track;
  columns: Track;
  merges: Merges;
  part: { rows: Span; columns: Span };
  drawings: readonly SheetDrawing[];
};

const sizeOf = (track: Track, { from, until }: Span) => track.at(until + 1) - track.at(from);

const isOnPage = (track: Track, { from, until }: Span, at: number, size: number) =>
  at < track.at(until + 1) && at + size > track.at(from);

/** Whether a chart lies over a part of the sheet. */
function isOver(drawing: SheetDrawing, rows: Track, columns: Track, part: ClipProps['part']): boolean {
  const { top, start, width, height } = placeOf(drawing, rows, columns);
  return isOnPage(rows, part.rows, top, height) && isOnPage(columns, part.columns, start, width);
}

/** Some rows and columns, as the grid draws them, with the charts over them. */
function Clip({ controller, rows, columns, merges, part, drawings }: ClipProps) {
  const { sheet, session } = controller;
  return (
    <div
      className="relative flex-none overflow-hidden"
      style={{ width: sizeOf(columns, part.columns), height: sizeOf(rows, part.rows) }}
    >
      <div
        className="absolute"
        style={{
          top: -rows.at(part.rows.from),
          insetInlineStart: -columns.at(part.columns.from),
          width: columns.at(columns.count + 1),
          height: rows.at(rows.count + 1),
        }}
      >
        <Cells
          rtl={sheet.rtl}
          rows={rows}
          columns={columns}
          frozen={[0, 0]}
          merges={merges}
          cellAt={(row, column) => {
            const cell = sheet.cells.get(row)?.get(column);
            return cell ? drawnCell(cell, session.book) : null;
          }}
          chosen={NOTHING}
          area={part}
        />
        <Charts
          drawings={drawings.filter((drawing) => isOver(drawing, rows, columns, part))}
          rows={rows}
          columns={columns}
        />
      </div>
    </div>
  );
}
