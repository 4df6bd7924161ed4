import { ChartColumn, ChartLine, ChartPie } from 'lucide-react';
import { t } from '~/i18n';
import type { MenuEntry } from '~/kit/menu-items';
import type { Cell } from '../book/book';
import { newChart, type ChartKind } from '../book/charts';
import { withinReach } from '../book/commands';
import { around } from '../book/sort';
import { sizeOf } from '../formula/address';
import type { SheetController } from './sheet-controller';
import { shownText } from './shown';

const textOfCells =
  ({ session }: SheetController) =>
  (cell: Cell) =>
    shownText(cell, session.book.epoch);

/** Adds a chart of the chosen cells, or of those around the chosen one. */
export function insertChart(controller: SheetController, kind: ChartKind): void {
  if (controller.editing && !controller.commit('stay')) return;
  const { sheet, selection } = controller;
  const { row, column } = selection.anchor;
  const area = withinReach(sheet, sizeOf(selection.area) === 1 ? around(sheet, row, column) : selection.area);
  const shown = textOfCells(controller);
  const drawing = newChart(sheet, area, kind, { chart: t('sheets.chart'), shown });
  if (!drawing) controller.note('chartNothing');
  else if (
    controller.applyChanges([{ kind: 'charts', sheet: sheet.id, drawings: [...sheet.drawings, drawing], shown }])
  )
    controller.show({ row: drawing.from.r, column: drawing.to?.c ?? drawing.from.c });
}

/** Takes a chart away by its name. */
export function deleteChart(controller: SheetController, name: string | undefined): void {
  const { sheet } = controller;
  const drawings = sheet.drawings.filter((one) => one.name !== name);
  controller.applyChanges([{ kind: 'charts', sheet: sheet.id, drawings, shown: textOfCells(controller) }]);
}

export const chartEntries = (controller: SheetController): MenuEntry[] => [
  {
    id: 'column',
    label: t('sheets.chartColumn'),
    icon: <ChartColumn size={18} />,
    onSelect: () => insertChart(controller, 'column'),
  },
  {
    id: 'line',
    label: t('sheets.chartLine'),
    icon: <ChartLine size={18} />,
    onSelect: () => insertChart(controller, 'line'),
  },
  {
    id: 'pie',
    label: t('sheets.chartPie'),
    icon: <ChartPie size={18} />,
    onSelect: () => insertChart(controller, 'pie'),
  },
];
