import type { Chart, Series } from './chart-read';
import { isRtl, scaleOf, writerOf, type Scale } from './chart-scale';
import { drawPie, pieColour } from './chart-pie';
import { FONT, label, legendOf, shorten, widthOf, type Area } from './chart-text';
import { svgElement } from './shape-look';

/** Rows of a table in place of a chart. */
const MOST_ROWS = 100;
/** Points that get a mark; with more a line is enough. */
const MOST_MARKS = 200;

type Words = Readonly<Record<string, string>>;

/** A chart as a picture, or its values as a table when it is of a kind that is not drawn. */
export function chartElement(chart: Chart, w: number, h: number, words: Words): HTMLElement {
  const element = document.createElement('div');
  element.className = 'anbar-chart';
  element.setAttribute('role', chart.other === null ? 'img' : 'group');
  element.setAttribute('aria-label', chart.title || (words['chart'] ?? '').replace(/[:：]?\s*\{kind\}/, ''));
  element.style.width = `${w}px`;
  if (!chart.series.some(({ values }) => values.some((value) => value !== null)))
    element.append(emptyOf(chart, h, words));
  else if (chart.other === null && w > 20 && h > 20) element.append(drawChart(chart, w, h));
  else element.append(...tableOf(chart, words));
  return element;
}

/** The frame of a chart that has nothing to draw, and says so. */
function emptyOf({ title }: Chart, h: number, words: Words): HTMLElement {
  const frame = document.createElement('div');
  frame.className = 'anbar-frame anbar-empty';
  frame.style.height = `${h}px`;
  frame.dataset['label'] = [title, words['noValues']].filter(Boolean).join('\n');
  return frame;
}

/** The title and the values of a chart. */
function tableOf(chart: Chart, words: Words): HTMLElement[] {
  const frame = document.createElement('div');
  frame.className = 'anbar-frame';
  frame.style.width = '100%';
  frame.dataset['label'] = (words['chart'] ?? '').replace('{kind}', chart.other ?? '');
  const table = document.createElement('table');
  table.dir = isRtl(chart.title + (chart.categories[0] ?? '')) ? 'rtl' : 'ltr';
  if (chart.title !== '') table.createCaption().textContent = chart.title;
  const write = writerOf(chart);
  const rows = Math.max(chart.categories.length, ...chart.series.map(({ values }) => values.length), 0);
  const add = (texts: readonly string[], name: 'th' | 'td') => {
    const row = table.insertRow();
    row.append(
      ...texts.map((text) => {
        const cell = document.createElement(name);
        cell.dir = 'auto';
        cell.textContent = text;
        return cell;
      }),
    );
  };
  if (chart.series.some(({ name }) => name !== '')) add(['', ...chart.series.map(({ name }) => name)], 'th');
  const value = (one: number | null | undefined) => (one === null || one === undefined ? '' : write(one, chart.format));
  for (let at = 0; at < Math.min(rows, MOST_ROWS); at += 1) {
    add([chart.categories[at] ?? '', ...chart.series.map(({ values }) => value(values[at]))], 'td');
  }
  if (rows > MOST_ROWS) add([(words['more'] ?? '').replace('{n}', String(rows - MOST_ROWS))], 'td');
  return [frame, table];
}

function drawChart(chart: Chart, w: number, h: number): SVGElement {
  const svg = svgElement('svg', { viewBox: `0 0 ${w} ${h}`, width: w, height: h });
  svg.setAttribute('style', `background:#fff;font:${FONT}px Vazirmatn,sans-serif;display:block`);
  svg.append(svgElement('rect', { x: 0.5, y: 0.5, width: w - 1, height: h - 1, fill: 'none', stroke: '#d9d9d9' }));
  let area: Area = { x: 12, y: 12, w: w - 24, h: h - 24 };
  if (chart.title !== '') {
    svg.append(label(shorten(chart.title, w - 24, 16), w / 2, 26, 'middle', { 'font-size': 16 }));
    area = { ...area, y: 40, h: h - 52 };
  }
  const isPie = chart.series[0]?.plot === 'pie';
  const entries = isPie
    ? chart.categories.map((name, at) => ({ name, colour: pieColour(chart.series[0], at) }))
    : chart.series.map(({ name, colour }, at) => ({ name: name || writerOf(chart)(at + 1, '0'), colour }));
  if (chart.legend !== null) area = legendOf(svg, entries, chart.legend, area);
  if (isPie) drawPie(svg, chart, area);
  else drawAxes(svg, chart, area);
  return svg;
}

/** What stands over what at each category; each alone when they stand side by side. */
function stack(
  chart: Chart,
  series: readonly Series[],
): { series: Series; ends: (readonly [number, number] | null)[] }[] {
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  const isStacked = chart.stacking !== 'none';
  const sums = Array.from({ length: count }, (_, at) =>
    series.reduce((sum, { values }) => sum + Math.abs(values[at] ?? 0), 0),
  );
  const above = sums.map(() => 0);
  const below = sums.map(() => 0);
  return series.map((one) => ({
    series: one,
    ends: one.values.map((raw, at) => {
      if (raw === null) return null;
      const value = chart.stacking === 'percent' ? raw / (sums[at] || 1) : raw;
      if (!isStacked) return [0, value];
      const side = value < 0 ? below : above;
      const from = side[at] ?? 0;
      side[at] = from + value;
      return [from, from + value];
    }),
  }));
}

/** An axis of values and how they stand on it. */
interface Measure {
  readonly scale: Scale;
  readonly at: (value: number) => number;
}

function measure(values: readonly number[], from: number, to: number, fromZero: boolean): Measure {
  const scale = scaleOf(values, Math.abs(to - from) / 45, fromZero);
  const share = (value: number) => (value - scale.least) / (scale.most - scale.least || 1);
  return { scale, at: (value) => from + share(value) * (to - from) };
}

function drawAxes(svg: SVGElement, chart: Chart, whole: Area): void {
  const write = writerOf(chart);
  const format = chart.stacking === 'percent' ? '0%' : chart.format;
  const text = (value: number) => write(value, format);
  let { x, y, w, h } = whole;
  const { category, value: upright } = chart.titles;
  const [below, beside] = chart.isHorizontal ? [upright, category] : [category, upright];
  if (below !== '') {
    svg.append(label(shorten(below, w, FONT), x + w / 2, y + h - 4, 'middle'));
    h -= 20;
  }
  if (beside !== '') {
    const turned = label(shorten(beside, h, FONT), 0, 0, 'middle');
    turned.setAttribute('transform', `translate(${x + 10} ${y + h / 2}) rotate(-90)`);
    svg.append(turned);
    x += 20;
    w -= 20;
  }
  const isScatter = chart.series.some(({ plot }) => plot === 'scatter');
  const stacks = [false, true].map((second) =>
    stack(
      chart,
      chart.series.filter(({ isSecond }) => isSecond === second),
    ),
  );
  const valuesOf = (second: boolean) =>
    (stacks[second ? 1 : 0] ?? []).flatMap(({ ends }) => ends.flatMap((one) => one?.slice(isScatter ? 1 : 0) ?? []));
  const hasSecond = (stacks[1]?.length ?? 0) > 0 && !chart.isHorizontal;
  const room = (values: readonly number[]) =>
    Math.max(16, ...scaleOf(values, 5, !isScatter).ticks.map((one) => widthOf(text(one), FONT))) + 6;
  const names = isScatter ? [] : chart.categories;
  const first = chart.isHorizontal
    ? Math.min(w / 3, Math.max(20, ...names.map((one) => widthOf(one, FONT))) + 8)
    : room(valuesOf(false));
  const second = hasSecond ? room(valuesOf(true)) : 0;
  // Categories from the right have their values at the right.
  const isMirrored = chart.isReversed && !chart.isHorizontal;
  const left = isMirrored ? second : first;
  const area = { x: x + left, y, w: Math.max(10, w - first - second - 8), h: Math.max(10, h - 22) };
  if (chart.isHorizontal) {
    const along = measure(valuesOf(false), area.x, area.x + area.w, true);
    drawTicks(svg, area, along, text, 'below');
    drawBars(svg, chart, stacks[0] ?? [], area, along);
  } else {
    for (const isSecond of hasSecond ? [false, true] : [false]) {
      const up = measure(valuesOf(isSecond), area.y + area.h, area.y, !isScatter);
      drawTicks(svg, area, up, text, isSecond === isMirrored ? 'left' : 'right', !isSecond);
      const own = stacks[isSecond ? 1 : 0] ?? [];
      if (isScatter) drawScatter(svg, chart, area, up);
      else drawUpright(svg, chart, own, area, up);
    }
  }
  if (!isScatter) drawNames(svg, chart, area);
}

function drawTicks(
  svg: SVGElement,
  area: Area,
  { scale, at }: Measure,
  text: (value: number) => string,
  side: 'left' | 'right' | 'below',
  lines = true,
): void {
  const { x, y, w, h } = area;
  for (const value of scale.ticks) {
    const place = at(value);
    const stroke = { stroke: value === 0 ? '#8c8c8c' : '#e3e3e3' };
    if (side === 'below') {
      svg.append(
        svgElement('line', { x1: place, x2: place, y1: y, y2: y + h, ...stroke }),
        label(text(value), place, y + h + 16, 'middle'),
      );
      continue;
    }
    if (lines) svg.append(svgElement('line', { x1: x, x2: x + w, y1: place, y2: place, ...stroke }));
    svg.append(label(text(value), side === 'left' ? x - 6 : x + w + 6, place + 4, side === 'left' ? 'right' : 'left'));
  }
}

const countOf = (chart: Chart) =>
  Math.max(1, chart.categories.length, ...chart.series.map(({ values }) => values.length));

/** The middle of a category along its axis. */
function middle(chart: Chart, at: number, from: number, length: number): number {
  const count = countOf(chart);
  const place = chart.isReversed !== chart.isHorizontal ? count - 1 - at : at;
  return from + ((place + 0.5) * length) / count;
}

function drawNames(svg: SVGElement, chart: Chart, { x, y, w, h }: Area): void {
  const room = (chart.isHorizontal ? h : w) / countOf(chart);
  const step = Math.max(1, Math.ceil((chart.isHorizontal ? 16 : 28) / room));
  for (let at = 0; at < chart.categories.length; at += step) {
    const name = chart.categories[at] ?? '';
    if (chart.isHorizontal) svg.append(label(shorten(name, x - 12, FONT), x - 6, middle(chart, at, y, h) + 4, 'right'));
    else svg.append(label(shorten(name, room * step - 4, FONT), middle(chart, at, x, w), y + h + 16, 'middle'));
  }
}

type Stack = ReturnType<typeof stack>;

function drawBars(svg: SVGElement, chart: Chart, stacks: Stack, area: Area, along: Measure): void {
  const side = chart.stacking === 'none' ? stacks.length : 1;
  const length = chart.isHorizontal ? area.h : area.w;
  const thick = ((length / countOf(chart)) * 0.7) / Math.max(1, side);
  for (const [number, { series, ends }] of stacks.entries()) {
    for (const [at, one] of ends.entries()) {
      if (!one) continue;
      const order = chart.isReversed !== chart.isHorizontal ? side - 1 - number : number;
      const start =
        middle(chart, at, chart.isHorizontal ? area.y : area.x, length) -
        (thick * side) / 2 +
        (side > 1 ? order * thick : 0);
      const [from, to] = [along.at(one[0]), along.at(one[1])];
      const [low, size] = [Math.min(from, to), Math.abs(to - from)];
      const place = chart.isHorizontal
        ? { x: low, y: start, width: size, height: thick }
        : { x: start, y: low, width: thick, height: size };
      svg.append(svgElement('rect', { ...place, fill: series.points.get(at) ?? series.colour }));
    }
  }
}

function drawUpright(svg: SVGElement, chart: Chart, stacks: Stack, area: Area, up: Measure): void {
  drawBars(
    svg,
    chart,
    stacks.filter(({ series }) => series.plot === 'bar'),
    area,
    up,
  );
  for (const { series, ends } of stacks) {
    if (series.plot !== 'line' && series.plot !== 'area') continue;
    const points = ends.map(
      (one, at) => one && ([middle(chart, at, area.x, area.w), up.at(one[1]), up.at(one[0])] as const),
    );
    if (series.plot === 'area') {
      const there = points.filter((one) => one !== null);
      const outline = [
        ...there.map(([x, y]) => `${x} ${y}`),
        ...there.toReversed().map(([x, , base]) => `${x} ${base}`),
      ];
      if (there.length > 0)
        svg.append(svgElement('path', { d: `M${outline.join('L')}Z`, fill: series.colour, 'fill-opacity': 0.75 }));
    } else
      drawLine(
        svg,
        series,
        points.map((one) => one && ([one[0], one[1]] as const)),
      );
  }
}

/** A line through points, with gaps where there are none. */
function drawLine(svg: SVGElement, series: Series, points: readonly (readonly [number, number] | null)[]): void {
  let path = '';
  let isOn = false;
  for (const one of points) {
    if (one) path += `${isOn ? 'L' : 'M'}${one[0]} ${one[1]}`;
    isOn = one !== null;
  }
  if (series.hasLine)
    svg.append(
      svgElement('path', {
        d: path,
        fill: 'none',
        stroke: series.colour,
        'stroke-width': 2.25,
        'stroke-linejoin': 'round',
      }),
    );
  if ((series.hasMarks && points.length <= MOST_MARKS) || !series.hasLine || points.length === 1) {
    for (const one of points)
      if (one) svg.append(svgElement('circle', { cx: one[0], cy: one[1], r: 3.5, fill: series.colour }));
  }
}

function drawScatter(svg: SVGElement, chart: Chart, area: Area, up: Measure): void {
  const write = writerOf(chart);
  const all = chart.series.flatMap(({ across }) => across.filter((one) => one !== null));
  const along = measure(all, area.x, area.x + area.w, false);
  drawTicks(svg, area, along, (value) => write(value, 'General'), 'below');
  for (const series of chart.series) {
    const points = series.values.map((value, at) => {
      const x = series.across[at] ?? null;
      return value === null || x === null ? null : ([along.at(x), up.at(value)] as const);
    });
    drawLine(svg, series, points);
  }
}
