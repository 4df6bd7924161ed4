import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { SheetDrawing } from '~/api/document';
import { Charts, placeOf } from '~/features/viewers/sheet/charts';
import type { Track } from '~/features/viewers/sheet/layout';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { withCells } from '../book/charts';
import { deleteChart } from './charting';
import type { SheetController } from './sheet-controller';
import { shownText } from './shown';

/** The charts of the sheet with what their cells say now. */
export const liveDrawings = ({ sheet, session: { book } }: SheetController): SheetDrawing[] =>
  sheet.drawings.map((drawing) => ({
    ...drawing,
    chart: withCells(book, drawing.chart, (cell) => shownText(cell, book.epoch)),
  }));

/** The charts over the cells as they are edited. */
export function LiveCharts({
  controller,
  rows,
  columns,
}: {
  controller: SheetController;
  rows: Track;
  columns: Track;
}) {
  const now = liveDrawings(controller);
  // They are drawn again only when something of them is another one.
  const key = JSON.stringify(now);
  const drawings = useMemo(() => JSON.parse(key) as SheetDrawing[], [key]);
  return (
    <>
      <Charts drawings={drawings} rows={rows} columns={columns} />
      {controller.canEdit &&
        drawings.map((drawing, at) => {
          const { top, start, width } = placeOf(drawing, rows, columns);
          if (!drawing.name || width < 40) return null;
          return (
            <div
              key={at}
              className="absolute z-[7] rounded-control bg-surface/90 shadow-card"
              style={{ top: top + 4, insetInlineStart: start + width - 40 }}
            >
              <IconButton label={t('sheets.chartDelete')} onClick={() => deleteChart(controller, drawing.name)}>
                <Trash2 size={16} aria-hidden="true" />
              </IconButton>
            </div>
          );
        })}
    </>
  );
}
