import type { Theme } from './theme-colours';
import { kid, within } from './word-elements';

export type Plot = 'bar' | 'line' | 'area' | 'pie' | 'scatter';

export interface Series {
  readonly name: string;
  readonly plot: Plot;
  readonly values: readonly (number | null)[];
  /** Of points of a scatter chart. */
  readonly across: readonly (number | null)[];
  readonly colour: string;
  /** Colours of single points. */
  readonly points: ReadonlyMap<number, string>;
  readonly hasLine: boolean;
  readonly hasMarks: boolean;
  /** Measured by the second axis, at the other side. */
  readonly isSecond: boolean;
}

export interface Chart {
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  readonly isHorizontal: boolean;
  readonly stacking: 'none' | 'stacked' | 'percent';
  readonly legend: string | null;
  readonly titles: { readonly category: string; readonly value: string };
  /** Categories from the right. */
  readonly isReversed: boolean;
  readonly format: string;
  readonly hole: number;
  /** Its kind, when it is not drawn as one. */
  readonly other: string | null;
  /** The text of a number, where those around the chart have a rule; else it follows the texts of the chart. */
  readonly write?: (value: number, format: string) => string;
}

const PLOTS: Readonly<Record<string, Plot>> = {
  barChart: 'bar',
  bar3DChart: 'bar',
  lineChart: 'line',
  line3DChart: 'line',
  areaChart: 'area',
  area3DChart: 'area',
  pieChart: 'pie',
  pie3DChart: 'pie',
  ofPieChart: 'pie',
  doughnutChart: 'pie',
  scatterChart: 'scatter',
};

const MOST_SERIES = 60;
const MOST_POINTS = 2000;

const valueOf = (element: Element | null | undefined) => element?.getAttribute('val') ?? null;
const isSet = (element: Element | null, usual: boolean) =>
  element ? !['0', 'false'].includes(valueOf(element) ?? '1') : usual;

const textOf = (element: Element | null): string =>
  element
    ? (within(element, 't').length > 0 ? within(element, 't') : within(element, 'v'))
        .map(({ textContent }) => textContent)
        .join('')
        .slice(0, 500)
    : '';

/** The points that a document keeps of a reference, by their numbers. */
function cached(holder: Element | null): { points: (string | null)[]; format: string } {
  const cache = holder && (within(holder, 'strCache, numCache, strLit, numLit')[0] ?? within(holder, 'lvl')[0]);
  const points: (string | null)[] = [];
  const count = Math.min(MOST_POINTS, Number(valueOf(kid(cache ?? null, 'ptCount')) ?? 0) || 0);
  points.length = count;
  points.fill(null);
  for (const point of cache?.children ?? []) {
    const at = Number(point.getAttribute('idx') ?? Number.NaN);
    if (point.localName !== 'pt' || !Number.isInteger(at) || at < 0 || at >= MOST_POINTS) continue;
    while (points.length <= at) points.push(null);
    points[at] = (kid(point, 'v')?.textContent ?? '').slice(0, 200);
  }
  return { points, format: kid(cache ?? null, 'formatCode')?.textContent ?? 'General' };
}

const numbers = (points: readonly (string | null)[]) =>
  points.map((text) => {
    const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(number) && Math.abs(number) < 1e300 ? number : null;
  });

/** Days are kept as numbers since 1899. */
function categoriesOf(holder: Element | null): string[] {
  const { points, format } = cached(holder);
  const isDate = /[ymd]/i.test(format.replaceAll(/\[[^\]]*\]|"[^"]*"|General/gi, ''));
  return points.map((text) => {
    const day = Number(text);
    if (!isDate || text === null || !(day > 0 && day < 2_900_000)) return text ?? '';
    return new Date(Math.round((day - 25_569) * 86_400_000)).toISOString().slice(0, 10);
  });
}

/** The chart that a part describes, by the values that it keeps; null when it describes none. */
export function readChart(xml: Document, theme: Theme): Chart | null {
  const chart = kid(xml.documentElement, 'chart');
  const area = kid(chart, 'plotArea');
  if (!chart || !area) return null;
  const plots = [...area.children].filter(({ localName }) => localName.endsWith('Chart'));
  const axes = [...area.children].filter(({ localName }) => localName.endsWith('Ax'));
  const series: Series[] = [];
  let categories: string[] = [];
  let format = 'General';
  for (const plot of plots) {
    for (const one of [...plot.children].filter(({ localName }) => localName === 'ser')) {
      if (series.length >= MOST_SERIES) break;
      const own = categoriesOf(kid(one, 'cat'));
      if (own.length > categories.length) categories = own;
      if (series.length === 0) ({ format } = cached(kid(one, 'val') ?? kid(one, 'yVal')));
      series.push(seriesOf(one, plot, series.length, theme, isSecond(plot, plots, axes)));
    }
  }
  const [first] = plots;
  const bars = plots.find(({ localName }) => localName.startsWith('bar'));
  const grouping = valueOf(kid(first ?? null, 'grouping')) ?? '';
  const other = plots.find(({ localName }) => PLOTS[localName] === undefined)?.localName ?? (first ? null : 'chart');
  const shared = plots.some(({ localName }) => PLOTS[localName] === 'pie') && plots.length > 1;
  const [across, up] = [
    axes.find(({ localName }) => localName !== 'valAx') ?? axes[0],
    axes.findLast(({ localName }) => localName === 'valAx'),
  ];
  return {
    title: titleOf(chart, series),
    categories,
    series,
    isHorizontal: valueOf(kid(bars ?? null, 'barDir')) === 'bar' && plots.length === 1,
    stacking: grouping === 'percentStacked' ? 'percent' : grouping === 'stacked' ? 'stacked' : 'none',
    legend: kid(chart, 'legend') ? (valueOf(kid(kid(chart, 'legend'), 'legendPos')) ?? 'r') : null,
    titles: {
      category: textOf(kid(across ?? null, 'title')),
      value: across === up ? '' : textOf(kid(up ?? null, 'title')),
    },
    isReversed: valueOf(kid(kid(across ?? null, 'scaling'), 'orientation')) === 'maxMin',
    format:
      kid(up ?? null, 'numFmt')?.getAttribute('sourceLinked') === '0'
        ? (kid(up ?? null, 'numFmt')?.getAttribute('formatCode') ?? format)
        : format,
    hole: first?.localName === 'doughnutChart' ? (Number(valueOf(kid(first, 'holeSize')) ?? 50) || 50) / 100 : 0,
    other: other?.replace(/(3D)?Chart$/, '') ?? (shared ? 'pie' : null),
  };
}

const idsOf = (one: Element | undefined) =>
  [...(one?.children ?? [])].filter(({ localName }) => localName === 'axId').map(valueOf);

/** A plot whose axes are not those of the first one. */
function isSecond(plot: Element, plots: readonly Element[], axes: readonly Element[]): boolean {
  const upright = (one: Element | undefined) =>
    axes.find((axis) => axis.localName === 'valAx' && idsOf(one).includes(valueOf(kid(axis, 'axId'))));
  return plot !== plots[0] && upright(plot) !== upright(plots[0]);
}

function titleOf(chart: Element, series: readonly Series[]): string {
  const own = kid(chart, 'title');
  const text = textOf(own);
  if (text !== '') return text;
  const isGone = isSet(kid(chart, 'autoTitleDeleted'), false);
  return isGone || series.length !== 1 ? '' : (series[0]?.name ?? '');
}

function seriesOf(one: Element, plot: Element, number: number, theme: Theme, second: boolean): Series {
  const properties = kid(one, 'spPr');
  const line = kid(properties, 'ln');
  const kind = PLOTS[plot.localName] ?? 'bar';
  const points = new Map<number, string>();
  for (const point of one.children) {
    const colour = point.localName === 'dPt' ? theme.drawn(kid(kid(point, 'spPr'), 'solidFill')) : null;
    if (colour !== null) points.set(Number(valueOf(kid(point, 'idx'))), colour);
  }
  const style = valueOf(kid(plot, 'scatterStyle')) ?? '';
  const isLined = kind === 'scatter' ? style !== 'marker' && style !== 'none' : true;
  const symbol = valueOf(kid(kid(one, 'marker'), 'symbol'));
  const values = numbers(cached(kid(one, 'val') ?? kid(one, 'yVal')).points);
  const across = numbers(cached(kid(one, 'xVal')).points);
  return {
    name: textOf(kid(one, 'tx')),
    plot: kind,
    values,
    across: across.some((x) => x !== null) ? across : values.map((_, at) => at + 1),
    colour: theme.drawn(kid(properties, 'solidFill')) ?? theme.drawn(kid(line, 'solidFill')) ?? theme.accent(number),
    points,
    hasLine: isLined && kid(line, 'noFill') === null,
    hasMarks: symbol !== 'none' && (kind === 'scatter' || symbol !== null || isSet(kid(plot, 'marker'), false)),
    isSecond: second,
  };
}

const textsOf = (holder: Element | null) =>
  [...(holder?.children ?? [])].slice(0, MOST_POINTS).map(({ textContent }) => textContent.slice(0, 200));

/** A chart of a kind that came after 2013, with the values that it keeps. */
export function readNewChart(xml: Document): Chart | null {
  const chart = kid(xml.documentElement, 'chart');
  const data = kid(kid(xml.documentElement, 'chartData'), 'data');
  if (!chart || !data) return null;
  const level = (name: string) => kid(kid(data, name), 'lvl');
  const series = within(chart, 'series')[0];
  const values = numbers(textsOf(level('numDim')));
  const look = {
    plot: 'bar',
    across: [],
    colour: '',
    points: new Map(),
    hasLine: false,
    hasMarks: false,
    isSecond: false,
  } as const;
  return {
    title: textOf(kid(chart, 'title')),
    categories: textsOf(level('strDim')),
    series: [{ ...look, name: textOf(kid(series ?? null, 'tx')), values }],
    isHorizontal: false,
    stacking: 'none',
    legend: null,
    titles: { category: '', value: '' },
    isReversed: false,
    format: level('numDim')?.getAttribute('formatCode') ?? 'General',
    hole: 0,
    other: series?.getAttribute('layoutId') ?? 'chart',
  };
}
