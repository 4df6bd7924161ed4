import { readChart, readNewChart } from './chart-read';
import { chartElement } from './chart-draw';
import { diagramOf } from './diagram';
import { ShapeTree, type Box, type Build, type Surroundings } from './drawing-shapes';
import { placeOf, put, type Place } from './drawing-place';
import { metafilePicture } from './metafile';
import { endingOf, isDrawable, type Parts } from './parts';
import type { Missing } from './protocol';
import { px } from './shape-look';
import type { Theme } from './theme-colours';
import { vmlBuild, vmlPlace, vmlSize } from './vml';
import { attributeOf, kid, W, within } from './word-elements';

const VML = 'urn:schemas-microsoft-com:vml';
/** Of the places of drawings; no document can know it, and have a drawing made again and again. */
const PLACE = `--drawing-${Math.random().toString(36).slice(2)}`;
/** Drawings of one document. */
const MOST = 2000;

interface Drawing {
  readonly build: Build;
  readonly place: Place;
}

type Words = Readonly<Record<string, string>>;

/** The drawings of a document that the viewer does not draw; it draws a place for each, with the texts of its boxes. */
export class Drawings {
  readonly #parts: Parts;
  readonly #theme: Theme;
  readonly #words: Words;
  readonly #list: Drawing[] = [];
  readonly #missing = new Map<keyof Missing, number>();

  constructor(parts: Parts, theme: Theme, words: Words) {
    this.#parts = parts;
    this.#theme = theme;
    this.#words = words;
  }

  get missing(): Missing {
    return Object.fromEntries(this.#missing);
  }

  #miss(what: keyof Missing): void {
    this.#missing.set(what, (this.#missing.get(what) ?? 0) + 1);
  }

  /** Replaces the drawings of a part by places for them. */
  async prepare(xml: Document, part: string): Promise<void> {
    for (const _ of xml.getElementsByTagNameNS(W, 'altChunk')) this.#miss('chunk');
    const found = [...within(xml, 'drawing'), ...within(xml, 'pict'), ...within(xml, 'object')];
    if (found.length === 0) return;
    const relations = await this.#parts.relations(part);
    for (const one of found) {
      if (one.namespaceURI !== W) continue;
      const texts: Element[] = [];
      const around: Surroundings = {
        parts: this.#parts,
        relations,
        theme: this.#theme,
        keepText: (contents) => texts.push(contents) - 1,
        frame: (what, kind, box) => this.#frame(what, kind, box),
      };
      const drawing = this.#list.length < MOST ? await this.#read(one, around) : null;
      if (drawing) this.#replace(one, drawing, texts);
    }
  }

  #read(one: Element, around: Surroundings): Promise<Drawing | null> {
    if (one.localName === 'drawing') return this.#drawing(one, around);
    if (one.localName === 'object') return this.#object(one, around);
    return this.#picture(one, around);
  }

  #replace(one: Element, drawing: Drawing, texts: readonly Element[]): void {
    const xml = one.ownerDocument;
    const pict = xml.createElementNS(W, 'w:pict');
    for (const [box, contents] of (texts.length > 0 ? texts : [null]).entries()) {
      const place = xml.createElementNS(VML, 'v:textbox');
      place.setAttribute('style', `${PLACE}:${this.#list.length};--box:${box};position:absolute;width:0;height:0`);
      if (contents) place.append(contents);
      pict.append(place);
    }
    one.replaceWith(pict);
    this.#list.push(drawing);
  }

  async #drawing(drawing: Element, around: Surroundings): Promise<Drawing | null> {
    const wrapper = kid(drawing, 'inline') ?? kid(drawing, 'anchor');
    const data = kid(kid(wrapper, 'graphic'), 'graphicData');
    const what = data?.firstElementChild;
    if (!wrapper || !data) return null;
    const extent = kid(wrapper, 'extent');
    const box = { x: 0, y: 0, w: px(extent?.getAttribute('cx')), h: px(extent?.getAttribute('cy')) };
    const build = what ? await this.#graphic(what, box, around) : around.frame('drawing', '', box);
    return build && { build, place: placeOf(wrapper) };
  }

  /** What a graphic is drawn by; null for what the viewer draws. */
  async #graphic(what: Element, box: Box, around: Surroundings): Promise<Build | null> {
    const tree = new ShapeTree(around);
    const target = around.relations.get(attributeOf(what, 'id') ?? '');
    switch (what.localName) {
      case 'pic':
        return this.#pic(what, box, around);
      case 'wsp':
        return tree.shape(what, box);
      case 'wgp':
      case 'wpc':
      case 'lockedCanvas':
        return tree.group(what, box);
      case 'chart': {
        const xml = target && (await this.#parts.xml(target.path));
        const chart =
          xml &&
          (xml.documentElement.namespaceURI?.includes('chartex') ? readNewChart(xml) : readChart(xml, this.#theme));
        if (!chart) return around.frame('chart', '', box);
        if (chart.other !== null) this.#miss('chart');
        return () => chartElement(chart, box.w, box.h, this.#words);
      }
      case 'relIds':
        return (await diagramOf(what, box, around)) ?? around.frame('diagram', '', box);
      case 'contentPart':
        return around.frame('ink', '', box);
      default:
        return around.frame('drawing', '', box);
    }
  }

  async #pic(pic: Element, box: Box, around: Surroundings): Promise<Build | null> {
    const blip = kid(kid(pic, 'blipFill'), 'blip');
    const target = around.relations.get((blip && attributeOf(blip, 'embed')) ?? '');
    if (target && !target.outside && isDrawable(target.path)) return null;
    return (await this.#metafile(target?.path, box)) ?? around.frame('picture', target?.path ?? '', box);
  }

  /** A picture in an old format that holds one of today's. */
  async #metafile(path: string | undefined, box: Box): Promise<Build | null> {
    const bytes = path !== undefined && /^(emf|wmf)$/.test(endingOf(path)) ? await this.#parts.bytes(path) : null;
    const picture = bytes && metafilePicture(bytes);
    if (!picture) return null;
    const url = URL.createObjectURL(picture);
    return () => {
      const image = document.createElement('img');
      image.src = url;
      image.alt = '';
      Object.assign(image.style, { width: `${box.w}px`, height: `${box.h}px` });
      return image;
    };
  }

  async #picture(pict: Element, around: Surroundings): Promise<Drawing | null> {
    const image = within(pict, 'imagedata')[0];
    const target = around.relations.get((image && attributeOf(image, 'id')) ?? '');
    const isOwn = within(pict, 'textbox').length + within(pict, 'textpath').length + within(pict, 'group').length > 0;
    const isUndrawn = image !== undefined && !(target && isDrawable(target.path));
    if (!isOwn && !isUndrawn && !within(pict, 'rect').some((one) => attributeOf(one, 'hr') !== null)) return null;
    const shape = [...pict.children].find(
      ({ namespaceURI, localName }) => namespaceURI === VML && localName !== 'shapetype',
    );
    if (!shape) return null;
    const metafile = isUndrawn && !isOwn ? await this.#metafile(target?.path, { x: 0, y: 0, ...vmlSize(shape) }) : null;
    return { build: metafile ?? (await vmlBuild(shape, around)), place: vmlPlace(shape) };
  }

  /** What another program put into a document, by the picture that it left of itself. */
  async #object(object: Element, around: Surroundings): Promise<Drawing | null> {
    const image = within(object, 'imagedata')[0];
    const shape = image?.parentElement ?? null;
    const target = around.relations.get((image && attributeOf(image, 'id')) ?? '');
    const size = shape ? vmlSize(shape) : { w: 160, h: 48 };
    const box = { x: 0, y: 0, ...size };
    const kind = within(object, 'OLEObject')[0]?.getAttribute('ProgID') ?? '';
    const isControl = kid(object, 'control') !== null;
    const url = target && isDrawable(target.path) ? await this.#parts.picture(target.path) : null;
    if (isControl) this.#miss('control');
    const frame = () => around.frame('object', kind, box);
    const build = url === null ? ((await this.#metafile(target?.path, box)) ?? frame()) : pictureBuild(url, box);
    return { build, place: { kind: 'line' } };
  }

  #frame(
    what: 'picture' | 'object' | 'chart' | 'diagram' | 'ink' | 'drawing',
    kind: string,
    { x, y, w, h }: Box,
  ): Build {
    this.#miss(what);
    const name = what === 'picture' ? endingOf(kind).toUpperCase() : kind.slice(0, 60);
    const label = (this.#words[what] ?? '')
      .replace('{kind}', name)
      .replace(/[\s:：]+$/, '')
      .trim();
    return () => {
      const frame = document.createElement('div');
      frame.className = 'anbar-frame';
      frame.setAttribute('role', 'img');
      frame.setAttribute('aria-label', label);
      // Written by the style sheet: no word of the document.
      frame.dataset['label'] = label;
      Object.assign(frame.style, {
        position: 'absolute',
        left: `${x}px`,
        top: `${y}px`,
        width: `${w}px`,
        height: `${h}px`,
      });
      return frame;
    };
  }

  /** Draws them at their places. */
  show(body: HTMLElement): void {
    const holders = new Map<HTMLElement, SVGElement[]>();
    for (const place of body.querySelectorAll<SVGElement>(`svg[style*="${PLACE}"]`)) {
      const holder = place.parentElement;
      if (holder) holders.set(holder, [...(holders.get(holder) ?? []), place]);
    }
    for (const [holder, places] of holders) {
      const drawing = this.#list[Number(places[0]?.style.getPropertyValue(PLACE))];
      if (!drawing) continue;
      const element = drawing.build((number) => Array.from(places[number]?.firstElementChild?.childNodes ?? []));
      put(element, drawing.place, holder);
    }
  }
}

function pictureBuild(url: string, { w, h }: Box): Build {
  return () => {
    const image = document.createElement('img');
    image.src = url;
    image.alt = '';
    Object.assign(image.style, { width: `${w}px`, height: `${h}px` });
    return image;
  };
}

export const drawingLooks = `
.docx .anbar-shape { box-sizing: border-box; overflow-wrap: anywhere; line-height: normal; text-align: start; white-space: normal; }
.docx .anbar-shape > div { position: relative; box-sizing: border-box; max-width: 100%; }
.docx .anbar-frame { box-sizing: border-box; border: 1px dashed #8a8a8a; background: #f6f6f6; overflow: hidden; min-width: 24px; min-height: 24px; }
.docx .anbar-frame::before { content: attr(data-label); display: grid; place-content: center; box-sizing: border-box; width: 100%; height: 100%; font: 12px/1.5 Vazirmatn, sans-serif; color: #505050; text-align: center; padding: 4px; }
.docx .anbar-chart { direction: ltr; text-indent: 0; }
.docx .anbar-chart table { font: 12px/1.5 Vazirmatn, sans-serif; border-collapse: collapse; margin: 4px auto; }
.docx .anbar-chart :is(td, th) { border: 1px solid #c4c4c4; padding: 1px 6px; text-align: start; }
`;
