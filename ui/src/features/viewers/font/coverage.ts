import { blankFont, BLANK_EM } from './blank';

/** The letters of a block that a font has. */
export interface Coverage {
  readonly block: string;
  readonly points: readonly number[];
}

/** The blocks that are looked at, by the names of their words in `preview.block_…`. */
const BLOCKS: Record<string, readonly [from: number, until: number][]> = {
  arabic: [
    [0x0600, 0x06ff],
    [0x0750, 0x077f],
    [0x08a0, 0x08ff],
  ],
  latin: [
    [0x0021, 0x007e],
    [0x00a1, 0x024f],
    [0x1e00, 0x1eff],
  ],
  forms: [
    [0xfb50, 0xfdff],
    [0xfe70, 0xfefc],
  ],
  greek: [[0x0370, 0x03ff]],
  cyrillic: [[0x0400, 0x052f]],
  hebrew: [[0x0590, 0x05ff]],
  signs: [
    [0x2010, 0x22ff],
    [0x2300, 0x27bf],
  ],
  own: [[0xe000, 0xf8ff]],
};

const SIZE = 100;
const NOTHING = /[\p{C}\p{Z}\p{M}]/u;

let blank: Promise<string> | null = null;

async function loadBlank(): Promise<string> {
  const family = 'anbar-blank';
  document.fonts.add(await new FontFace(family, blankFont(), { weight: '1 1000' }).load());
  return family;
}

function brush(): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  return context;
}

/**
 * The letters that a font of the page has. Browsers do not tell; a letter that it lacks comes from a font behind it that
 * has one very wide glyph for everything.
 */
export async function coverageOf(family: string): Promise<Coverage[]> {
  blank ??= loadBlank();
  const context = brush();
  context.font = `${SIZE}px "${family}", "${await blank}"`;
  const lacks = SIZE * BLANK_EM;
  return Object.entries(BLOCKS).flatMap(([block, ranges]) => {
    const points: number[] = [];
    for (const [from, until] of ranges) {
      for (let point = from; point <= until; point++) {
        const letter = String.fromCodePoint(point);
        if (block !== 'own' && NOTHING.test(letter)) continue;
        if (Math.abs(context.measureText(letter).width - lacks) > 0.5) points.push(point);
      }
    }
    return points.length > 0 ? [{ block, points }] : [];
  });
}

/** How much ink a word takes, in a weight. */
function inkOf(context: CanvasRenderingContext2D, family: string, weight: number): number {
  context.clearRect(0, 0, 2 * SIZE, 2 * SIZE);
  context.font = `${weight} 60px "${family}"`;
  context.fillText('nHا', 10, 120);
  const { data } = context.getImageData(0, 0, 2 * SIZE, 2 * SIZE);
  let ink = 0;
  for (let at = 3; at < data.length; at += 4) ink += data[at] ?? 0;
  return ink;
}

/** The weights between which a variable font changes; null for any other font. */
export function weightsOf(family: string): [number, number] | null {
  const context = brush();
  const weights = Array.from({ length: 20 }, (_, step) => (step + 1) * 50);
  const inks = weights.map((weight) => inkOf(context, family, weight));
  const [first, last] = [inks[0], inks.at(-1)];
  if (first === last) return null;
  const from =
    weights[inks.findLastIndex((ink, at) => inks.slice(0, at + 1).every((one) => one === first) && ink === first)];
  const until = weights[inks.findIndex((_, at) => inks.slice(at).every((one) => one === last))];
  return from !== undefined && until !== undefined ? [from, until] : null;
}
