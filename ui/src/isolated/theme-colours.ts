import type JSZip from 'jszip';
import { attributeOf, kid, parse } from './word-elements';

type Rgb = readonly [number, number, number];

/** Names of colours in documents, and those of the theme that they mean. */
const ALIASES: Readonly<Record<string, string>> = {
  tx1: 'dk1',
  tx2: 'dk2',
  bg1: 'lt1',
  bg2: 'lt2',
  text1: 'dk1',
  text2: 'dk2',
  background1: 'lt1',
  background2: 'lt2',
  dark1: 'dk1',
  dark2: 'dk2',
  light1: 'lt1',
  light2: 'lt2',
  hyperlink: 'hlink',
  followedHyperlink: 'folHlink',
};

/** Those of Office, for documents without a theme. */
const OFFICE: Readonly<Record<string, string>> = {
  dk1: '000000',
  lt1: 'ffffff',
  dk2: '44546a',
  lt2: 'e7e6e6',
  accent1: '4472c4',
  accent2: 'ed7d31',
  accent3: 'a5a5a5',
  accent4: 'ffc000',
  accent5: '5b9bd5',
  accent6: '70ad47',
  hlink: '0563c1',
  folHlink: '954f72',
};

function rgbOf(text: string | null | undefined): Rgb | null {
  if (!text || !/^[0-9a-f]{6}$/i.test(text)) return null;
  const number = Number.parseInt(text, 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const hexOf = (colour: Rgb): string =>
  colour
    .map((one) =>
      Math.round(Math.min(255, Math.max(0, one)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('');

/** The colour with another lightness, as HSL has it. */
function withLightness(colour: Rgb, change: (lightness: number) => number): Rgb {
  const parts = colour.map((one) => one / 255);
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  const was = (most + least) / 2;
  const now = Math.min(1, Math.max(0, change(was)));
  const chroma = most - least;
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * was - 1));
  const spread = saturation * (1 - Math.abs(2 * now - 1));
  const moved = parts.map((one) => now + (chroma === 0 ? 0 : ((one - was) / chroma) * spread));
  return [(moved[0] ?? 0) * 255, (moved[1] ?? 0) * 255, (moved[2] ?? 0) * 255];
}

const COLOURS = ['srgbClr', 'schemeClr', 'sysClr', 'prstClr'];

/** The colours of a document's theme, and those that its drawings and texts make of them. */
export class Theme {
  readonly #colours = new Map<string, Rgb>();

  constructor(xml: Document | null) {
    const scheme = kid(kid(xml?.documentElement, 'themeElements'), 'clrScheme');
    for (const [name, usual] of Object.entries(OFFICE)) {
      const said = kid(scheme, name)?.firstElementChild;
      const colour = rgbOf(said?.getAttribute('lastClr') ?? said?.getAttribute('val')) ?? rgbOf(usual);
      if (colour) this.#colours.set(name, colour);
    }
  }

  static async of(zip: JSZip): Promise<Theme> {
    const text = await zip.file(/^word\/theme\/theme\d*\.xml$/)[0]?.async('string');
    return new Theme(text === undefined ? null : parse(text));
  }

  #named(name: string | null): Rgb | null {
    return this.#colours.get(ALIASES[name ?? ''] ?? name ?? '') ?? null;
  }

  /** The colour that an element of a drawing holds, for a style sheet. */
  drawn(holder: Element | null | undefined): string | null {
    const said = [...(holder?.children ?? [])].find(({ localName }) => COLOURS.includes(localName));
    if (!said) return null;
    const name = said.getAttribute('val');
    let colour = said.localName === 'schemeClr' ? this.#named(name) : rgbOf(said.getAttribute('lastClr') ?? name);
    if (!colour) return said.localName === 'prstClr' && /^[a-z]+$/i.test(name ?? '') ? name : null;
    let alpha = 1;
    for (const change of said.children) {
      const share = Number(change.getAttribute('val')) / 100_000;
      if (change.localName === 'alpha') alpha = share;
      else colour = changed(colour, change.localName, share);
    }
    return alpha < 1 ? `rgb(${colour.map(Math.round).join(' ')} / ${alpha})` : `#${hexOf(colour)}`;
  }

  accent(number: number): string {
    return `#${hexOf(this.#named(`accent${(number % 6) + 1}`) ?? [0, 0, 0])}`;
  }

  /** The colour that a property of a text names by the theme, in hexadecimal digits. */
  named(element: Element, name: string): string | null {
    const colour = this.#named(attributeOf(element, name));
    if (!colour) return null;
    const share = (what: string) => {
      const text = attributeOf(element, name.replace('Color', '') + what);
      return text !== null && /^[0-9a-f]{1,2}$/i.test(text) ? Number.parseInt(text, 16) / 255 : null;
    };
    const tint = share('Tint');
    const shade = share('Shade');
    if (tint !== null) return hexOf(withLightness(colour, (was) => was * tint + 1 - tint));
    return hexOf(shade === null ? colour : withLightness(colour, (was) => was * shade));
  }
}

function changed(colour: Rgb, name: string, share: number): Rgb {
  if (!Number.isFinite(share)) return colour;
  if (name === 'lumMod') return withLightness(colour, (was) => was * share);
  if (name === 'lumOff') return withLightness(colour, (was) => was + share);
  const [red, green, blue] = colour;
  const light = (one: number) => one * share + 255 * (1 - share);
  if (name === 'tint') return [light(red), light(green), light(blue)];
  if (name === 'shade') return [red * share, green * share, blue * share];
  return colour;
}
