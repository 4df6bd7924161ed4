import type { Fonts } from './protocol';

const SERIF =
  /times|cambria|georgia|garamond|antiqua|palatino|serif|century|bookman|nazanin|lotus|zar|mitra|compset|badr/i;
const NARROW =
  /^(b|xb|w_|2)\s*\S|nazanin|mitra|lotus|zar|yagut|yekan|traffic|titr|koodak|homa|roya|badr|compset|davat/i;
const SIGNS = /symbol|wingdings|webdings/i;
const MONO = /mono|courier|consol/i;

const ARABIC = 'U+0600-06FF, U+0750-077F, U+08A0-08FF, U+FB50-FDFF, U+FE70-FEFF, U+200C-200D';

/** Names of fonts with the same widths on other systems. */
const TWINS: Record<string, readonly string[]> = {
  Calibri: ['Carlito'],
  Cambria: ['Caladea'],
  Arial: ['Liberation Sans', 'Arimo', 'Helvetica'],
  'Times New Roman': ['Liberation Serif', 'Tinos', 'Times'],
  'Courier New': ['Liberation Mono', 'Cousine'],
};

const quoted = (name: string) => `"${name.replaceAll(/["\\\n\r{}<>]/g, '')}"`;

/** The names of fonts in a list of a style sheet. */
export function familiesOf(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim().replaceAll(/^["']|["']$/g, ''))
    .filter(
      (name) => name !== '' && !/^(var\(|inherit|initial|serif|sans-serif|monospace|system-ui|cursive)/.test(name),
    );
}

function faces(family: string, arabic: string, latin: string): string {
  if (SIGNS.test(family)) return '';
  const twins = [family, ...(TWINS[family] ?? [])];
  // Letters of old Persian fonts are smaller than those of today's in the same size.
  const adjust = NARROW.test(family) ? 'size-adjust: 84%;' : '';
  const serif = SERIF.test(family) ? ['Times New Roman', 'Liberation Serif', 'Noto Serif', 'Georgia'] : [];
  const mono = MONO.test(family) ? ['Courier New', 'Liberation Mono', 'DejaVu Sans Mono', 'Menlo'] : [];
  return [400, 700]
    .flatMap((weight) => {
      const own = (names: readonly string[]) =>
        names.map((name) => `local(${quoted(weight === 700 ? `${name} Bold` : name)})`).join(', ');
      const face = (sources: string, more: string) =>
        `@font-face { font-family: ${quoted(family)}; font-weight: ${weight}; src: ${sources}; ${more} }`;
      return [
        face(`${own([...twins, ...serif, ...mono])}, url(${latin}) format("woff2")`, adjust),
        face(`${own(twins)}, url(${arabic}) format("woff2")`, `unicode-range: ${ARABIC}; ${adjust}`),
      ];
    })
    .join('\n');
}

const address = (bytes: ArrayBuffer) => URL.createObjectURL(new Blob([bytes], { type: 'font/woff2' }));

/** Gives the fonts that a document names and this device lacks the letters of the fonts that came with the order. */
export class FontMap {
  readonly #known = new Set<string>();
  readonly #style = document.createElement('style');
  readonly #arabic: string;
  readonly #latin: string;

  constructor({ arabic, latin }: Fonts) {
    this.#arabic = address(arabic);
    this.#latin = address(latin);
    document.head.append(this.#style);
    this.add(['Vazirmatn']);
  }

  /** Knows these fonts from now on; their names are taken once. */
  add(families: Iterable<string>): void {
    let more = '';
    for (const family of families) {
      if (this.#known.has(family) || this.#known.size > 200) continue;
      this.#known.add(family);
      more += faces(family, this.#arabic, this.#latin);
    }
    if (more) this.#style.textContent += more;
  }

  /** Fonts that came within the document are used as they are. */
  keep(families: Iterable<string>): void {
    for (const family of families) this.#known.add(family);
  }
}
