import { ChartColumn, ChartLine, ChartPie } from 'lucide-react';
import { t } from '~/i18n';
import type { MenuEntry } from '~/kit/menu-items';
import type { Cell } from '../book/book';
import { newChart, type ChartKind } from '../book/charts';
import { withinReach } from '../book/commands';
import { around } from '../book/sort';
import { sizeOf } from '../formula/address';
import type { Desk } from './desk';
import { shownText } from './shown';

const shownBy =
  ({ session }: Desk) =>
  (cell: Cell) =>
    shownText(cell, session.book.epoch);

/** Adds a chart of the chosen cells, or of those around the chosen one. */
export function insertChart(desk: Desk, kind: ChartKind): void {
  if (desk.editing && !desk.commit('stay')) return;
  const { sheet, selection } = desk;
  const { row, column } = selection.anchor;
  const area = withinReach(sheet, sizeOf(selection.area) === 1 ? around(sheet, row, column) : selection.area);
  const shown = shownBy(desk);
  const drawing = newChart(sheet, area, kind, { chart: t('sheets.chart'), shown });
  if (!drawing) desk.note('chartNothing');
  else if (desk.act([{ kind: 'charts', sheet: sheet.id, drawings: [...sheet.drawings, drawing], shown }]))
    desk.show({ row: drawing.from.r, column: drawing.to?.c ?? drawing.from.c });
}

/** Takes a chart away by its name. */
export function deleteChart(desk: Desk, name: string | undefined): void {
  const { sheet } = desk;
  const drawings = sheet.drawings.filter((one) => one.name !== name);
  desk.act([{ kind: 'charts', sheet: sheet.id, drawings, shown: shownBy(desk) }]);
}

export const chartEntries = (desk: Desk): MenuEntry[] => [
  {
    id: 'column',
    label: t('sheets.chartColumn'),
    icon: <ChartColumn size={18} />,
    onSelect: () => insertChart(desk, 'column'),
  },
  {
    id: 'line',
    label: t('sheets.chartLine'),
    icon: <ChartLine size={18} />,
    onSelect: () => insertChart(desk, 'line'),
  },
  { id: 'pie', label: t('sheets.chartPie'), icon: <ChartPie size={18} />, onSelect: () => insertChart(desk, 'pie') },
];
