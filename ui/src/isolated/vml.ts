import { placed, shapeElement, type Box, type Build, type Surroundings } from './drawing-shapes';
import type { Place } from './drawing-place';
import { isDrawable } from './parts';
import { pathOf, type ShapeLook } from './shape-look';
import { attributeOf, kid } from './word-elements';

const PX: Readonly<Record<string, number>> = { pt: 4 / 3, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pc: 16, px: 1 };
const DEEP = 12;
const MOST_SHAPES = 1000;

function styleOf(shape: Element): ReadonlyMap<string, string> {
  const pairs = (shape.getAttribute('style') ?? '').split(';').map((one) => one.split(':'));
  return new Map(pairs.map(([name = '', value = '']) => [name.trim().toLowerCase(), value.trim()] as const));
}

/** A length of a style, in px; numbers alone are px here and units of their group within one. */
function lengthOf(text: string | undefined): number {
  const [, number, unit = 'px'] = /^(-?[\d.]+)\s*([a-z]*)$/i.exec(text ?? '') ?? [];
  const length = Number(number ?? 0) * (PX[unit.toLowerCase() || 'px'] ?? 1);
  return Number.isFinite(length) && Math.abs(length) < 1e7 ? length : 0;
}

export function vmlSize(shape: Element): { w: number; h: number } {
  const style = styleOf(shape);
  const size = (name: string) => Math.min(5000, Math.abs(lengthOf(style.get(name))));
  return { w: size('width') || 160, h: size('height') || 48 };
}

export function vmlPlace(shape: Element): Place {
  const style = styleOf(shape);
  if (style.get('position') !== 'absolute') return { kind: 'line' };
  const offset = (axis: 'horizontal' | 'vertical', margin: string) => {
    const of = style.get(`mso-position-${axis}-relative`) ?? (axis === 'vertical' ? 'paragraph' : 'column');
    const align = style.get(`mso-position-${axis}`) ?? null;
    return {
      of: of === 'text' ? 'column' : of,
      align: align === 'absolute' ? null : align,
      by: lengthOf(style.get(margin)),
    };
  };
  const [x, y] = [offset('horizontal', 'margin-left'), offset('vertical', 'margin-top')];
  const wrap = [...shape.children].find(({ localName }) => localName === 'wrap')?.getAttribute('type') ?? null;
  if (wrap === 'topAndBottom') return { kind: 'block', align: x.align ?? 'left', from: Math.max(0, x.by) };
  if (wrap !== null && wrap !== 'none')
    return { kind: 'side', side: x.align === 'right' || x.by > 300 ? 'right' : 'left' };
  const isNear = !['page', 'margin'].includes(y.of) && y.align === null && x.of === 'column' && x.align === null;
  if (isNear) return { kind: 'paragraph', x, y };
  return { kind: 'page', x, y, behind: Number(style.get('z-index') ?? 0) < 0 };
}

/** A colour of VML, without the mark of the palette behind it. */
const colourOf = (text: string | null): string | null => {
  const name = (text ?? '').replace(/\s*\[.*$/, '');
  return /^(#[0-9a-f]{3,6}|[a-z]+)$/i.test(name) ? name : null;
};

const isOff = (text: string | null) => text !== null && /^(f|false|0)$/i.test(text);

function lookOf(shape: Element, { w, h }: Box): ShapeLook {
  const name = { roundrect: 'roundRect', oval: 'ellipse', line: 'line' }[shape.localName] ?? 'rect';
  const isPlain = kid(shape, 'textpath') !== null || kid(shape, 'imagedata') !== null;
  return {
    path: pathOf(name, w, h),
    fill:
      isPlain || name === 'line' || isOff(shape.getAttribute('filled'))
        ? null
        : (colourOf(shape.getAttribute('fillcolor')) ?? '#fff'),
    line:
      isPlain || isOff(shape.getAttribute('stroked')) ? null : (colourOf(shape.getAttribute('strokecolor')) ?? '#000'),
    width: lengthOf(shape.getAttribute('strokeweight') ?? '0.75pt'),
    letters: null,
  };
}

/** Draws a shape of the older kind, with its text, its picture or what is in it. */
export function vmlBuild(shape: Element, around: Surroundings): Promise<Build> {
  return new Vml(around).draw(shape, { x: 0, y: 0, ...vmlSize(shape) }, 0);
}

class Vml {
  readonly #around: Surroundings;
  #shapes = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  async draw(shape: Element, box: Box, depth: number): Promise<Build> {
    this.#shapes += 1;
    if (attributeOf(shape, 'hr') !== null) return () => document.createElement('hr');
    if (shape.localName === 'group') return this.#group(shape, box, depth);
    const image = kid(shape, 'imagedata');
    if (image) return this.#image(image, box);
    const contents = kid(kid(shape, 'textbox'), 'txbxContent');
    const number = contents ? this.#around.keepText(contents) : null;
    const look = lookOf(shape, box);
    const words = kid(shape, 'textpath')?.getAttribute('string') ?? '';
    const turn = Number.parseFloat(styleOf(shape).get('rotation') ?? '0');
    return (texts) => {
      const element = shapeElement(look, box, null);
      if (number !== null) element.lastElementChild?.append(...texts(number));
      if (words !== '') element.append(wordArt(words.slice(0, 500), box, shape.getAttribute('fillcolor')));
      if (turn) element.style.transform = `rotate(${turn}deg)`;
      return element;
    };
  }

  async #image(image: Element, box: Box): Promise<Build> {
    const target = this.#around.relations.get(attributeOf(image, 'id') ?? '');
    const url = target && isDrawable(target.path) ? await this.#around.parts.picture(target.path) : null;
    if (url === null) return this.#around.frame('picture', target?.path ?? '', box);
    return () => {
      const element = placed(document.createElement('img'), box) as HTMLImageElement;
      element.src = url;
      element.alt = '';
      element.style.height = `${box.h}px`;
      return element;
    };
  }

  async #group(group: Element, box: Box, depth: number): Promise<Build> {
    const pair = (name: string, usual: number) => {
      const [x = usual, y = usual] = (group.getAttribute(name) ?? '')
        .split(',')
        .map((one) => Number.parseFloat(one) || usual);
      return { x, y };
    };
    const [size, from] = [pair('coordsize', 1000), pair('coordorigin', 0)];
    const [across, down] = [box.w / size.x, box.h / size.y];
    const builds: Build[] = [];
    for (const one of group.children) {
      if (depth > DEEP || this.#shapes > MOST_SHAPES) break;
      if (!/^(shape|rect|roundrect|oval|line|group|image|polyline)$/.test(one.localName)) continue;
      const style = styleOf(one);
      const length = (name: string) => lengthOf(style.get(name));
      const own = {
        x: (length('left') - from.x) * across,
        y: (length('top') - from.y) * down,
        w: Math.abs(length('width') * across),
        h: Math.abs(length('height') * down),
      };
      builds.push(await this.draw(one, own, depth + 1));
    }
    return (texts) => {
      const element = placed(document.createElement('div'), box);
      element.append(...builds.map((build) => build(texts)));
      return element;
    };
  }
}

/** Words that are drawn as a picture, such as those behind a page. */
function wordArt(words: string, { w, h }: Box, colour: string | null): HTMLElement {
  const element = document.createElement('div');
  element.dir = 'auto';
  element.textContent = words;
  const size = Math.max(8, Math.min(h * 0.8, (w / Math.max(1, words.length)) * 1.6));
  Object.assign(element.style, {
    position: 'absolute',
    inset: '0',
    display: 'grid',
    placeContent: 'center',
    whiteSpace: 'nowrap',
    fontSize: `${size}px`,
    color: colourOf(colour) ?? '#000',
    opacity: '.5',
  });
  return element;
}
