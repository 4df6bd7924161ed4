import type { Theme } from './theme-colours';
import { kid } from './word-elements';

/** A pixel has so many of the units of drawings. */
const UNITS = 9525;

/** A length of a drawing, in px; what no page holds counts as nothing. */
export function px(text: string | null | undefined): number {
  const length = Number(text ?? 0) / UNITS;
  return Number.isFinite(length) && Math.abs(length) < 20_000 ? length : 0;
}

export interface ShapeLook {
  readonly path: string;
  readonly fill: string | null;
  readonly line: string | null;
  readonly width: number;
  /** Of letters that say no colour themselves. */
  readonly letters: string | null;
}

const polygon = (w: number, h: number, points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${x * w} ${y * h}`).join('L')}Z`;

/** Corners of common shapes, in shares of their width and height. */
const POLYGONS: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  triangle: [
    [0.5, 0],
    [1, 1],
    [0, 1],
  ],
  rtTriangle: [
    [0, 0],
    [1, 1],
    [0, 1],
  ],
  diamond: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  flowChartDecision: [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ],
  parallelogram: [
    [0.25, 0],
    [1, 0],
    [0.75, 1],
    [0, 1],
  ],
  flowChartInputOutput: [
    [0.2, 0],
    [1, 0],
    [0.8, 1],
    [0, 1],
  ],
  trapezoid: [
    [0.25, 0],
    [0.75, 0],
    [1, 1],
    [0, 1],
  ],
  hexagon: [
    [0.25, 0],
    [0.75, 0],
    [1, 0.5],
    [0.75, 1],
    [0.25, 1],
    [0, 0.5],
  ],
  octagon: [
    [0.29, 0],
    [0.71, 0],
    [1, 0.29],
    [1, 0.71],
    [0.71, 1],
    [0.29, 1],
    [0, 0.71],
    [0, 0.29],
  ],
  pentagon: [
    [0.5, 0],
    [1, 0.38],
    [0.81, 1],
    [0.19, 1],
    [0, 0.38],
  ],
  homePlate: [
    [0, 0],
    [0.75, 0],
    [1, 0.5],
    [0.75, 1],
    [0, 1],
  ],
  chevron: [
    [0, 0],
    [0.7, 0],
    [1, 0.5],
    [0.7, 1],
    [0, 1],
    [0.3, 0.5],
  ],
  rightArrow: [
    [0, 0.25],
    [0.6, 0.25],
    [0.6, 0],
    [1, 0.5],
    [0.6, 1],
    [0.6, 0.75],
    [0, 0.75],
  ],
  leftArrow: [
    [1, 0.25],
    [0.4, 0.25],
    [0.4, 0],
    [0, 0.5],
    [0.4, 1],
    [0.4, 0.75],
    [1, 0.75],
  ],
  upArrow: [
    [0.25, 1],
    [0.25, 0.4],
    [0, 0.4],
    [0.5, 0],
    [1, 0.4],
    [0.75, 0.4],
    [0.75, 1],
  ],
  downArrow: [
    [0.25, 0],
    [0.25, 0.6],
    [0, 0.6],
    [0.5, 1],
    [1, 0.6],
    [0.75, 0.6],
    [0.75, 0],
  ],
};

const LINES = new Set(['line', 'straightConnector1', 'bentConnector2', 'bentConnector3', 'curvedConnector3']);

function rounded(w: number, h: number, share: number): string {
  const r = Math.min(w, h) * share;
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}

/** The outline of a shape by its name; those without a plain one are rectangles. */
export function pathOf(name: string, w: number, h: number): string {
  const corners = POLYGONS[name];
  if (corners) return polygon(w, h, corners);
  if (LINES.has(name)) return `M0 0L${w} ${h}`;
  if (/^(ellipse|flowChartConnector|oval)$/.test(name))
    return `M0 ${h / 2}A${w / 2} ${h / 2} 0 1 1 ${w} ${h / 2}A${w / 2} ${h / 2} 0 1 1 0 ${h / 2}Z`;
  if (/^(round\w*Rect|roundrect|wedgeRoundRectCallout|flowChartAlternateProcess)$/.test(name))
    return rounded(w, h, 0.16);
  if (name === 'flowChartTerminator') return rounded(w, h, 0.5);
  return `M0 0H${w}V${h}H0Z`;
}

/** Points of one outline that are drawn; what nobody draws has more. */
const MOST_POINTS = 5000;
const SIGNS: Readonly<Record<string, string>> = { moveTo: 'M', lnTo: 'L', cubicBezTo: 'C', quadBezTo: 'Q', close: 'Z' };

/** The outline that a document draws itself; null when it is not made of points alone. */
function ownPath(geometry: Element, w: number, h: number): string | null {
  let points = 0;
  const paths = [...(kid(geometry, 'pathLst')?.children ?? [])].map((path) => {
    const [width, height] = [Number(path.getAttribute('w')), Number(path.getAttribute('h'))];
    if (!(width > 0) || !(height > 0)) return null;
    return Array.from(path.children, (step) => {
      const sign = SIGNS[step.localName];
      if (sign === undefined || points > MOST_POINTS) return 'x';
      points += step.childElementCount;
      return (
        sign +
        Array.from(step.children, (point) => {
          const [x, y] = ['x', 'y'].map((name) => Number(point.getAttribute(name)));
          return `${((x ?? 0) / width) * w} ${((y ?? 0) / height) * h}`;
        }).join(' ')
      );
    }).join('');
  });
  const path = paths.join('');
  return paths.length === 0 || paths.includes(null) || /NaN|Infinity|x/.test(path) ? null : path;
}

export function lookOf(shape: Element, theme: Theme, w: number, h: number): ShapeLook {
  const properties = kid(shape, 'spPr');
  const style = kid(shape, 'style');
  const referred = (name: string) => {
    const one = kid(style, name);
    return one && one.getAttribute('idx') !== '0' ? theme.drawn(one) : null;
  };
  const own = kid(properties, 'custGeom');
  const line = kid(properties, 'ln');
  const named = kid(properties, 'prstGeom')?.getAttribute('prst') ?? 'rect';
  return {
    path: (own && ownPath(own, w, h)) ?? pathOf(named, w, h),
    fill: LINES.has(named) ? null : fillOf(properties, theme, () => referred('fillRef')),
    line: fillOf(line, theme, () => referred('lnRef')),
    width: Math.max(0.75, px(line?.getAttribute('w') ?? '9525')),
    letters: theme.drawn(kid(style, 'fontRef')),
  };
}

function fillOf(holder: Element | null, theme: Theme, otherwise: () => string | null): string | null {
  for (const one of holder?.children ?? []) {
    if (one.localName === 'noFill') return null;
    if (one.localName === 'solidFill') return theme.drawn(one);
    if (one.localName === 'gradFill') return theme.drawn(kid(kid(one, 'gsLst'), 'gs'));
    if (one.localName === 'pattFill') return theme.drawn(kid(one, 'fgClr'));
    if (one.localName === 'blipFill') return null;
  }
  return otherwise();
}

const SVG = 'http://www.w3.org/2000/svg';

export function svgElement(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** The outline of a shape behind its text, as large as the text makes it. */
export function outline({ path, fill, line, width }: ShapeLook, w: number, h: number): SVGElement {
  const svg = svgElement('svg', { viewBox: `0 0 ${w} ${h}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  svg.setAttribute('style', 'position:absolute;inset:0;width:100%;height:100%;overflow:visible');
  const colours = { fill: fill ?? 'none', stroke: line ?? 'none', 'stroke-width': width };
  svg.append(svgElement('path', { d: path, ...colours, 'vector-effect': 'non-scaling-stroke' }));
  return svg;
}
