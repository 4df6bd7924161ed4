import { isRtl } from './chart-scale';
import { svgElement } from './shape-look';

export const FONT = 12;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** The width of a text; where nothing measures, by what letters need on average. */
export function widthOf(text: string, size: number): number {
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return Array.from(text).length * size * 0.55;
  canvas.font = `${size}px Vazirmatn, sans-serif`;
  return canvas.measureText(text).width;
}

/** As much of a text as there is room for. */
export function shorten(text: string, room: number, size: number): string {
  const width = widthOf(text, size);
  if (width <= room) return text;
  const letters = Array.from(text);
  const most = Math.max(1, Math.floor((letters.length * room) / width) - 1);
  return `${letters.slice(0, most).join('')}…`;
}

/** A text that ends or begins at a place, whatever way it is written. */
export function label(
  text: string,
  x: number,
  y: number,
  side: 'left' | 'right' | 'middle',
  more: Readonly<Record<string, string | number>> = {},
): SVGElement {
  const rtl = isRtl(text);
  const anchor = side === 'middle' ? 'middle' : (side === 'left') === rtl ? 'end' : 'start';
  const look = { fill: '#404040', 'font-size': FONT, ...more, x, y, 'text-anchor': anchor };
  const element = svgElement('text', { ...look, direction: rtl ? 'rtl' : 'ltr', 'unicode-bidi': 'embed' });
  element.textContent = text;
  return element;
}

interface Entry {
  readonly name: string;
  readonly colour: string;
}

const MOST_ENTRIES = 40;

/** Draws what the colours mean, and returns the room that is left. */
export function legendOf(svg: SVGElement, all: readonly Entry[], place: string, area: Area): Area {
  const entries = all.slice(0, MOST_ENTRIES).map(({ name, colour }) => ({ name: shorten(name, 160, FONT), colour }));
  if (entries.length === 0) return area;
  const isRow = place === 'b' || place === 't';
  const wide = Math.max(...entries.map(({ name }) => widthOf(name, FONT))) + 26;
  const perRow = isRow ? Math.max(1, Math.min(entries.length, Math.floor(area.w / wide))) : 1;
  const rows = Math.ceil(entries.length / perRow);
  const size = isRow ? rows * 18 + 4 : Math.min(wide, area.w / 2);
  const isRight = place === 'r' || place === 'tr';
  const left = isRow ? area.x + (area.w - perRow * wide) / 2 : isRight ? area.x + area.w - size : area.x;
  const top = place === 'b' ? area.y + area.h - size : isRow ? area.y : area.y + Math.max(0, (area.h - rows * 18) / 2);
  for (const [at, { name, colour }] of entries.entries()) {
    const x = left + (at % perRow) * wide;
    const y = top + Math.floor(at / perRow) * 18 + 14;
    // The sign stands before the text, on the side where it is read from.
    const rtl = isRtl(name);
    svg.append(svgElement('rect', { x: rtl ? x + wide - 14 : x + 4, y: y - 9, width: 10, height: 10, fill: colour }));
    svg.append(label(name, rtl ? x + wide - 20 : x + 20, y, rtl ? 'right' : 'left'));
  }
  if (!isRow) return { ...area, x: isRight ? area.x : area.x + size, w: area.w - size };
  return { ...area, y: place === 'b' ? area.y : area.y + size, h: area.h - size };
}
