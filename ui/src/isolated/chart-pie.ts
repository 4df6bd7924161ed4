import type { Chart, Series } from './chart-read';
import { writerOf } from './chart-scale';
import { label, type Area } from './chart-text';
import { svgElement } from './shape-look';

const PIE = [
  '#4472c4',
  '#ed7d31',
  '#a5a5a5',
  '#ffc000',
  '#5b9bd5',
  '#70ad47',
  '#264478',
  '#9e480e',
  '#636363',
  '#997300',
];
export const pieColour = (series: Series | undefined, at: number): string =>
  series?.points.get(at) ?? PIE[at % PIE.length] ?? '';

/** Slices of the first series; further rings are those of a doughnut. */
export function drawPie(svg: SVGElement, chart: Chart, { x, y, w, h }: Area): void {
  const radius = Math.max(4, Math.min(w, h) / 2 - 4);
  const [cx, cy] = [x + w / 2, y + h / 2];
  const rings = chart.hole > 0 ? chart.series : chart.series.slice(0, 1);
  const thick = (radius * (1 - chart.hole)) / Math.max(1, rings.length);
  const write = writerOf(chart);
  for (const [ring, series] of rings.entries()) {
    const outer = radius - (rings.length - 1 - ring) * thick;
    const inner = chart.hole > 0 ? outer - thick : 0;
    const values = series.values.map((value) => Math.max(0, value ?? 0));
    const sum = values.reduce((all, value) => all + value, 0);
    let from = 0;
    for (const [at, value] of values.entries()) {
      if (!(value > 0)) continue;
      const share = value / sum;
      svg.append(
        svgElement('path', {
          d: slice(cx, cy, inner, outer, from, share),
          fill: pieColour(series, at),
          stroke: '#fff',
        }),
      );
      if (share > 0.05) {
        const angle = (from + share / 2) * 2 * Math.PI;
        const far = chart.hole > 0 ? (inner + outer) / 2 : outer * 0.65;
        const [tx, ty] = [cx + far * Math.sin(angle), cy - far * Math.cos(angle)];
        svg.append(label(write(share, '0%'), tx, ty + 4, 'middle', { fill: '#fff', 'font-weight': 600 }));
      }
      from += share;
    }
  }
}

function slice(cx: number, cy: number, inner: number, outer: number, from: number, share: number): string {
  // A whole circle has no corners to be drawn between.
  const to = from + Math.min(share, 0.99999);
  const point = (radius: number, turn: number) => {
    const angle = turn * 2 * Math.PI;
    return `${cx + radius * Math.sin(angle)} ${cy - radius * Math.cos(angle)}`;
  };
  const large = share > 0.5 ? 1 : 0;
  const arc = `M${point(outer, from)}A${outer} ${outer} 0 ${large} 1 ${point(outer, to)}`;
  if (inner <= 0) return `${arc}L${cx} ${cy}Z`;
  return `${arc}L${point(inner, to)}A${inner} ${inner} 0 ${large} 0 ${point(inner, from)}Z`;
}
