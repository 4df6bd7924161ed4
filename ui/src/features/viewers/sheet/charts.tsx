import { useLayoutEffect, useRef } from 'react';
import type { SheetChart, SheetDrawing, SheetMissing } from '~/api/document';
import { t } from '~/i18n';
import type { Chart, Plot, Series } from '~/isolated/chart-read';
import { frameWords } from '../document-words';
import { displayText } from './format';
import { UNITS_OF_PX, type Track } from './layout';
import './charts.css';

/** Those of Office, for charts that say none. */
const COLORS = ['4472c4', 'ed7d31', 'a5a5a5', 'ffc000', '5b9bd5', '70ad47'];

/** A chart of a workbook as the other documents have theirs. Its numbers are written as those of the cells are. */
export function chartOf(chart: SheetChart, epoch?: number): Chart {
  const write = (v: number, format: string) => displayText({ c: 1, v }, { format }, epoch);
  const { shape } = chart;
  return {
    write,
    title: chart.title ?? '',
    categories:
      shape === undefined
        ? chart.categories
        : chart.categories.map((text) =>
            text === '' || Number.isNaN(Number(text)) ? text : write(Number(text), shape),
          ),
    series: chart.series.map((one, number): Series => ({
      name: one.name ?? '',
      plot: one.plot as Plot,
      values: one.values,
      across: one.across ?? one.values.map((_, at) => at + 1),
      colour: `#${one.color ?? COLORS[number % COLORS.length] ?? ''}`,
      points: new Map(Object.entries(one.points ?? {}).map(([at, color]) => [Number(at), `#${color}`])),
      hasLine: one.line ?? false,
      hasMarks: one.marks ?? false,
      isSecond: one.second ?? false,
    })),
    isHorizontal: chart.horizontal ?? false,
    stacking: chart.stacking ?? 'none',
    legend: chart.legend ?? null,
    titles: { category: chart.below ?? '', value: chart.beside ?? '' },
    isReversed: chart.reversed ?? false,
    format: chart.format ?? 'General',
    hole: chart.hole ?? 0,
    other: chart.other ?? null,
  };
}

const place = (track: Track, number: number, units = 0) =>
  track.at(Math.min(number, track.count + 1)) + units / UNITS_OF_PX;

/** Where a chart lies among the cells, in px. */
export function placeOf({ from, to, size }: SheetDrawing, rows: Track, columns: Track) {
  const [top, start] = [place(rows, from.r, from.dy), place(columns, from.c, from.dx)];
  const [width, height] = to
    ? [place(columns, to.c, to.dx) - start, place(rows, to.r, to.dy) - top]
    : (size ?? [0, 0]).map((units) => units / UNITS_OF_PX);
  return { top, start, width: Math.round(Math.max(0, width ?? 0)), height: Math.round(Math.max(0, height ?? 0)) };
}

type Props = { drawings: readonly SheetDrawing[]; rows: Track; columns: Track; epoch?: number | undefined };

/** The charts over the cells, which scroll with them. */
export const Charts = ({ drawings, rows, columns, epoch }: Props) =>
  drawings.map((drawing, at) => {
    const { top, start, width, height } = placeOf(drawing, rows, columns);
    if (width < 5 || height < 5) return null; // its rows or columns are hidden
    return (
      <div
        key={at}
        data-chart={at}
        className="pointer-events-none absolute z-[7] overflow-hidden shadow-card print:shadow-none"
        style={{ top, insetInlineStart: start, width, height }}
      >
        <Picture chart={drawing.chart} width={width} height={height} epoch={epoch} />
      </div>
    );
  });

/** What draws charts, once it is here: few workbooks have any. */
let drawing: typeof import('~/isolated/chart-draw') | undefined;

type PictureProps = { chart: SheetChart; width: number; height: number; epoch: number | undefined };

function Picture({ chart, width, height, epoch }: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  // A browser that prints does not wait for effects behind the next frame.
  useLayoutEffect(() => {
    let isGone = false;
    const draw = ({ chartElement }: NonNullable<typeof drawing>) =>
      frame.current?.replaceChildren(chartElement(chartOf(chart, epoch), width, height, frameWords()));
    if (drawing) draw(drawing);
    else
      void import('~/isolated/chart-draw').then((code) => {
        drawing = code;
        if (!isGone) draw(code);
      });
    return () => {
      isGone = true;
    };
  }, [chart, width, height, epoch]);
  return <div ref={frame} />;
}

const kinds = {
  charts: 'preview.missing_chart',
  pictures: 'preview.missing_picture',
  shapes: 'preview.missing_drawing',
  slicers: 'preview.missing_control',
  objects: 'preview.missing_object',
  comments: 'preview.missing_comment',
} as const;

/** Names what lies over the cells and is not drawn. */
export const missingWords = (missing: SheetMissing | undefined): string[] =>
  (Object.keys(kinds) as (keyof typeof kinds)[])
    .filter((kind) => missing?.[kind])
    .map((kind) => t(kinds[kind], { n: missing?.[kind] ?? 0 }));

/** What lies over the cells and is not drawn. */
export function MissingLine({ missing }: { missing: SheetMissing | undefined }) {
  const list = missingWords(missing).join(t('preview.listComma'));
  if (list === '') return null;
  return (
    <p role="note" className="shrink-0 border-b border-line bg-surface px-3 py-1 text-xs text-muted print:hidden">
      {t('preview.docMissing', { list })}
    </p>
  );
}
