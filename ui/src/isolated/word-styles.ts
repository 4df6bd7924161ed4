import { child, childrenOf, isOn, value, W } from './word-elements';

/** Size, weight and font that a style gives to letters written from the right. */
export interface Complex {
  readonly size: string | null;
  readonly bold: boolean | null;
  readonly font: string | null;
}

const nothing: Complex = { size: null, bold: null, font: null };

function complexOf(properties: Element | null): Complex {
  const fonts = child(properties, 'rFonts');
  return {
    size: value(child(properties, 'szCs')),
    bold: isOn(child(properties, 'bCs')),
    font: value(fonts, 'cs'),
  };
}

const over = (above: Complex, below: Complex): Complex => ({
  size: above.size ?? below.size,
  bold: above.bold ?? below.bold,
  font: above.font ?? below.font,
});

/** How a paragraph runs, and which item of which list it is. */
export interface Flow {
  readonly bidi: boolean | null;
  readonly jc: string | null;
  readonly list: string | null;
  readonly level: number | null;
}

const still: Flow = { bidi: null, jc: null, list: null, level: null };

function flowOf(properties: Element | null): Flow {
  const item = child(properties, 'numPr');
  const level = value(child(item, 'ilvl'));
  return {
    bidi: isOn(child(properties, 'bidi')),
    jc: value(child(properties, 'jc')),
    list: value(child(item, 'numId')),
    level: level === null ? null : Number(level),
  };
}

const flowOver = (above: Flow, below: Flow): Flow => ({
  bidi: above.bidi ?? below.bidi,
  jc: above.jc ?? below.jc,
  list: above.list ?? below.list,
  level: above.level ?? below.level,
});

/** Styles that are based on each other more often than this are not followed. */
const DEEP = 20;

/** The properties of each style, with the styles that it is based on. */
export class Styles {
  readonly #byId = new Map<string, Element>();
  readonly #complex = new Map<string, Complex>();
  readonly #flows = new Map<string, Flow>();
  readonly #usual: Complex = nothing;
  readonly #usualFlow: Flow = still;
  readonly #paragraph: string | null = null;
  /** Whether some style turns, aligns or numbers paragraphs, or the document as a whole does. */
  readonly directs: boolean;

  constructor(xml: Document | null) {
    for (const style of xml?.getElementsByTagNameNS(W, 'style') ?? []) {
      const id = value(style, 'styleId');
      if (id === null) continue;
      this.#byId.set(id, style);
      if (value(style, 'type') === 'paragraph' && value(style, 'default') === '1') this.#paragraph = id;
    }
    const defaults = child(xml?.documentElement, 'docDefaults');
    this.#usual = complexOf(child(child(defaults, 'rPrDefault'), 'rPr'));
    this.#usualFlow = flowOf(child(child(defaults, 'pPrDefault'), 'pPr'));
    this.directs =
      this.#usualFlow.bidi === true ||
      [...this.#byId.values()].some((style) => {
        const { bidi, list } = flowOf(child(style, 'pPr'));
        return bidi === true || list !== null;
      });
  }

  of(id: string | null, depth = 0): Complex {
    const style = this.#byId.get(id ?? '');
    if (!style || depth > DEEP) return nothing;
    const known = this.#complex.get(id ?? '');
    if (known) return known;
    const made = over(complexOf(child(style, 'rPr')), this.of(value(child(style, 'basedOn')), depth + 1));
    this.#complex.set(id ?? '', made);
    return made;
  }

  #flow(id: string | null, depth = 0): Flow {
    const style = this.#byId.get(id ?? '');
    if (!style || depth > DEEP) return still;
    const known = this.#flows.get(id ?? '');
    if (known) return known;
    const made = flowOver(flowOf(child(style, 'pPr')), this.#flow(value(child(style, 'basedOn')), depth + 1));
    this.#flows.set(id ?? '', made);
    return made;
  }

  /** The style that a paragraph names, or the usual one. */
  nameOf(paragraph: Element | null): string | null {
    return value(child(child(paragraph, 'pPr'), 'pStyle')) ?? this.#paragraph;
  }

  ofParagraph(paragraph: Element): Flow {
    return flowOver(flowOf(child(paragraph, 'pPr')), flowOver(this.#flow(this.nameOf(paragraph)), this.#usualFlow));
  }

  ofRun(run: Element): Complex {
    const properties = child(run, 'rPr');
    const styled = over(
      this.of(value(child(properties, 'rStyle'))),
      over(this.of(this.nameOf(run.closest('p'))), this.#usual),
    );
    return over(complexOf(properties), styled);
  }
}

/** Takes the direction away from all styles: each paragraph says its own. */
export function withoutDirections(xml: Document): void {
  for (const holder of xml.querySelectorAll('style, pPrDefault')) {
    for (const bidi of childrenOf(child(holder, 'pPr'), 'bidi')) bidi.remove();
  }
}
