import type JSZip from 'jszip';
import { turnWordTables } from './tables';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PARTS = /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/;

const child = (parent: Element | null | undefined, name: string): Element | null =>
  [...(parent?.children ?? [])].find((one) => one.localName === name && one.namespaceURI === W) ?? null;

const value = (element: Element | null, name = 'val') => element?.getAttributeNS(W, name) ?? null;

/** Size, weight and font that a style gives to letters written from the right. */
interface Complex {
  readonly size: string | null;
  readonly bold: boolean | null;
  readonly font: string | null;
}

const nothing: Complex = { size: null, bold: null, font: null };

function complexOf(properties: Element | null): Complex {
  const bold = child(properties, 'bCs');
  const fonts = child(properties, 'rFonts');
  return {
    size: value(child(properties, 'szCs')),
    bold: bold ? !['0', 'false', 'off'].includes(value(bold) ?? '') : null,
    font: value(fonts, 'cs'),
  };
}

const over = (above: Complex, below: Complex): Complex => ({
  size: above.size ?? below.size,
  bold: above.bold ?? below.bold,
  font: above.font ?? below.font,
});

/** The properties of each style, with the styles that it is based on. */
class Styles {
  readonly #byId = new Map<string, Element>();
  readonly #known = new Map<string, Complex>();
  readonly #usual: Complex = nothing;
  readonly #paragraph: string | null = null;

  constructor(xml: Document | null) {
    for (const style of xml?.getElementsByTagNameNS(W, 'style') ?? []) {
      const id = value(style, 'styleId');
      if (id === null) continue;
      this.#byId.set(id, style);
      if (value(style, 'type') === 'paragraph' && value(style, 'default') === '1') this.#paragraph = id;
    }
    const defaults = child(child(xml?.documentElement, 'docDefaults'), 'rPrDefault');
    this.#usual = complexOf(child(defaults, 'rPr'));
  }

  of(id: string | null, depth = 0): Complex {
    const style = this.#byId.get(id ?? '');
    if (!style || depth > 20) return nothing;
    const known = this.#known.get(id ?? '');
    if (known) return known;
    const made = over(complexOf(child(style, 'rPr')), this.of(value(child(style, 'basedOn')), depth + 1));
    this.#known.set(id ?? '', made);
    return made;
  }

  ofRun(run: Element): Complex {
    const properties = child(run, 'rPr');
    const paragraph = run.closest('p');
    const named = value(child(child(paragraph, 'pPr'), 'pStyle')) ?? this.#paragraph;
    const styled = over(this.of(value(child(properties, 'rStyle'))), over(this.of(named), this.#usual));
    return over(complexOf(properties), styled);
  }
}

function put(properties: Element, name: string, attributes: Record<string, string>): void {
  let element = child(properties, name);
  if (!element) {
    element = properties.ownerDocument.createElementNS(W, `w:${name}`);
    properties.append(element);
  }
  for (const [key, text] of Object.entries(attributes)) element.setAttributeNS(W, `w:${key}`, text);
}

function change(run: Element, { size, bold, font }: Complex): void {
  let properties = child(run, 'rPr');
  if (!properties) {
    properties = run.ownerDocument.createElementNS(W, 'w:rPr');
    run.prepend(properties);
  }
  if (size !== null) put(properties, 'sz', { val: size });
  put(properties, 'b', { val: bold ? '1' : '0' });
  if (font !== null) {
    child(properties, 'rFonts')?.remove();
    put(properties, 'rFonts', { ascii: font });
  }
}

/** Signs of Symbol and Wingdings, which few devices have, and signs of every font that look like them. */
const SIGNS: Record<string, string> = {
  b7: '•',
  a7: '▪',
  a8: '◻',
  d8: '➢',
  fc: '✓',
  '76': '❖',
  '6f': '◦',
  e0: '→',
  '2d': '–',
};

const sign = (_: string, letter: string) => SIGNS[letter.charCodeAt(0).toString(16).slice(2)] ?? '•';

/** Gives lists the bullets that can be drawn. */
async function drawableBullets(zip: JSZip): Promise<void> {
  const part = zip.file('word/numbering.xml');
  const text = await part?.async('string');
  if (!part || !text || !/[\uf020-\uf0ff]/.test(text)) return;
  zip.file(part.name, text.replaceAll(/([\uf020-\uf0ff])/g, sign));
}

const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml');

/**
 * Word keeps font, size and weight of letters that are written from the right in properties of their own (szCs, bCs,
 * rFonts w:cs), which the viewer does not read. They are moved to where it does, and tables are turned.
 */
export async function persianRuns(zip: JSZip): Promise<void> {
  await drawableBullets(zip);
  const sheet = await zip.file('word/styles.xml')?.async('string');
  const styles = new Styles(sheet === undefined ? null : parse(sheet));
  for (const part of zip.file(PARTS)) {
    const text = await part.async('string');
    if (!/<w:(rtl|bidiVisual|footnoteReference|endnoteReference)\b/.test(text)) continue;
    const xml = parse(text);
    for (const run of xml.getElementsByTagNameNS(W, 'r')) {
      if (child(run, 'footnoteReference') ?? child(run, 'endnoteReference')) {
        // The viewer writes the number higher by itself, and twice in a run that is so.
        child(child(run, 'rPr'), 'vertAlign')?.remove();
      }
      const rtl = child(child(run, 'rPr'), 'rtl');
      if (rtl && !['0', 'false', 'off'].includes(value(rtl) ?? '')) change(run, styles.ofRun(run));
    }
    turnWordTables(xml, W);
    zip.file(part.name, new XMLSerializer().serializeToString(xml));
  }
}
