import { isDrawable, type Parts, type Target } from './parts';
import { lookOf, outline, px, type ShapeLook } from './shape-look';
import type { Theme } from './theme-colours';
import { attributeOf, kid, within } from './word-elements';

/** In px, within what is around it. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Makes the element of a drawing, from the contents of its text boxes. */
export type Build = (texts: (number: number) => readonly Node[]) => HTMLElement;

/** What drawings of a part are made with. */
export interface Surroundings {
  readonly parts: Parts;
  readonly relations: ReadonlyMap<string, Target>;
  readonly theme: Theme;
  /** Keeps the contents of a text box for the viewer, and returns its number. */
  readonly keepText: (contents: Element) => number;
  /** A frame that says what is not drawn, and counts it. */
  readonly frame: (
    what: 'picture' | 'object' | 'chart' | 'diagram' | 'ink' | 'drawing',
    kind: string,
    box: Box,
  ) => Build;
}

/** Groups in groups that are followed, and shapes of one drawing. */
const DEEP = 12;
const MOST_SHAPES = 1000;

const degrees = (text: string | null | undefined) => Number(text ?? 0) / 60_000;

export function boxOf(properties: Element | null): Box {
  const frame = kid(properties, 'xfrm');
  const [off, ext] = [kid(frame, 'off'), kid(frame, 'ext')];
  return {
    x: px(off?.getAttribute('x')),
    y: px(off?.getAttribute('y')),
    w: px(ext?.getAttribute('cx')),
    h: px(ext?.getAttribute('cy')),
  };
}

export function placed(element: HTMLElement, { x, y, w, h }: Box): HTMLElement {
  Object.assign(element.style, {
    position: 'absolute',
    left: `${x}px`,
    top: `${y}px`,
    width: `${w}px`,
    minHeight: `${h}px`,
  });
  return element;
}

/** Draws the shapes of a drawing at their places. */
export class ShapeTree {
  readonly #around: Surroundings;
  #shapes = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** A group, whose contents have coordinates of their own. */
  async group(group: Element, box: Box, depth = 0): Promise<Build> {
    const frame = kid(kid(group, 'grpSpPr'), 'xfrm');
    const size = kid(frame, 'chExt');
    const from = kid(frame, 'chOff');
    const scale = (all: number, name: string) => {
      const inner = px(size?.getAttribute(name));
      return inner > 0 && all > 0 ? all / inner : 1;
    };
    const [across, down] = [scale(box.w, 'cx'), scale(box.h, 'cy')];
    const builds: Build[] = [];
    for (const one of group.children) {
      const own = boxOf(kid(one, /^(grpSp|wgp)$/.test(one.localName) ? 'grpSpPr' : 'spPr') ?? one);
      const within_ = {
        x: (own.x - px(from?.getAttribute('x'))) * across,
        y: (own.y - px(from?.getAttribute('y'))) * down,
        w: own.w * across,
        h: own.h * down,
      };
      const build = await this.#one(one, within_, depth);
      if (build) builds.push(build);
    }
    return (texts) => {
      const element = placed(document.createElement('div'), box);
      element.append(...builds.map((build) => build(texts)));
      return element;
    };
  }

  async #one(one: Element, box: Box, depth: number): Promise<Build | null> {
    this.#shapes += 1;
    if (depth > DEEP || this.#shapes > MOST_SHAPES) return null;
    if (one.localName === 'grpSp' || one.localName === 'wgp') return this.group(one, box, depth + 1);
    if (one.localName === 'wsp' || one.localName === 'sp' || one.localName === 'cxnSp') return this.shape(one, box);
    if (one.localName === 'pic') return this.picture(one, box);
    if (one.localName === 'graphicFrame') return this.#around.frame('drawing', '', box);
    return null;
  }

  async picture(pic: Element, box: Box): Promise<Build> {
    const blip = kid(kid(pic, 'blipFill'), 'blip');
    const target = this.#around.relations.get((blip && attributeOf(blip, 'embed')) ?? '');
    const url = target && isDrawable(target.path) ? await this.#around.parts.picture(target.path) : null;
    if (url === null) return this.#around.frame('picture', target?.path ?? '', box);
    return () => {
      const image = placed(document.createElement('img'), box) as HTMLImageElement;
      image.src = url;
      image.alt = '';
      image.style.height = `${box.h}px`;
      return image;
    };
  }

  /** A shape with its text, which Word or a drawing keeps in it. */
  async shape(shape: Element, box: Box): Promise<Build> {
    const frame = kid(kid(shape, 'spPr'), 'xfrm');
    const look = lookOf(shape, this.#around.theme, box.w, box.h);
    const contents = kid(kid(shape, 'txbx'), 'txbxContent');
    const number = contents ? this.#around.keepText(contents) : null;
    const own = kid(shape, 'txBody');
    const properties = kid(shape, 'bodyPr') ?? kid(own, 'bodyPr');
    return (texts) => {
      const element = shapeElement(look, box, properties);
      const text = element.lastElementChild;
      if (number !== null) text?.append(...texts(number));
      if (own) text?.append(...paragraphsOf(own, this.#around.theme));
      const turns = [
        frame?.hasAttribute('rot') && `rotate(${degrees(frame.getAttribute('rot'))}deg)`,
        isTurned(frame, 'flipH') !== isTurned(frame, 'flipV') && look.fill === null && number === null && 'scaleX(-1)',
      ].filter((one) => typeof one === 'string');
      element.style.transform = turns.join(' ');
      return element;
    };
  }
}

const isTurned = (frame: Element | null, name: string) => ['1', 'true'].includes(frame?.getAttribute(name) ?? '');

/** A box with an outline and room for text, which grows with it. */
export function shapeElement(look: ShapeLook, box: Box, properties: Element | null): HTMLElement {
  const element = placed(document.createElement('div'), box);
  element.className = 'anbar-shape';
  const text = document.createElement('div');
  const inset = (name: string, usual: string) => `${px(properties?.getAttribute(name) ?? usual)}px`;
  const sides = [inset('tIns', '45720'), inset('rIns', '91440'), inset('bIns', '45720'), inset('lIns', '91440')];
  text.style.padding = sides.join(' ');
  const upright = properties?.getAttribute('vert') ?? 'horz';
  if (upright !== 'horz') text.style.writingMode = upright === 'vert270' ? 'sideways-lr' : 'vertical-rl';
  const anchor = { ctr: 'center', b: 'end' }[properties?.getAttribute('anchor') ?? ''];
  if (anchor) element.style.alignContent = anchor;
  if (look.letters !== null) element.style.color = look.letters;
  element.append(outline(look, box.w, box.h), text);
  return element;
}

/** Letters of a drawing that are drawn in one shape. */
const MOST_LETTERS = 20_000;

/** Paragraphs of a text of drawings, which are not those of Word. */
function paragraphsOf(body: Element, theme: Theme): HTMLElement[] {
  let left = MOST_LETTERS;
  return within(body, 'p').map((paragraph) => {
    const made = document.createElement('p');
    const properties = kid(paragraph, 'pPr');
    made.dir = properties?.getAttribute('rtl') === '1' ? 'rtl' : 'auto';
    made.style.textAlign = { ctr: 'center', r: 'right', just: 'justify' }[properties?.getAttribute('algn') ?? ''] ?? '';
    for (const run of paragraph.children) {
      if (run.localName === 'br') made.append(document.createElement('br'));
      const text = (kid(run, 't')?.textContent ?? '').slice(0, Math.max(0, left));
      if (text === '') continue;
      left -= text.length;
      const span = document.createElement('span');
      span.textContent = text;
      const look = kid(run, 'rPr');
      const size = Number(look?.getAttribute('sz') ?? 1800) / 100;
      if (size > 0 && size < 1000) span.style.fontSize = `${size}pt`;
      if (look?.getAttribute('b') === '1') span.style.fontWeight = '700';
      if (look?.getAttribute('i') === '1') span.style.fontStyle = 'italic';
      span.style.color = theme.drawn(kid(look, 'solidFill')) ?? '';
      made.append(span);
    }
    return made;
  });
}
