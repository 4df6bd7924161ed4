import { memo } from 'react';
import { cutMiddle } from './cut-middle';
import { isRightToLeft } from './direction';
import { createStore } from './store';

const FONT = 'Vazirmatn Variable, system-ui, sans-serif';
const CACHE = 4000;

const cache = new Map<string, ReturnType<typeof cutMiddle>>();
/** Of whole names: most have room everywhere, and then no other width of the page asks again. */
const lengths = new Map<string, number>();
let context: CanvasRenderingContext2D | null = null;
const fonts = createStore(0);

// Names that were measured before the font had come are measured once more.
if ('fonts' in document) {
  document.fonts.addEventListener('loadingdone', () => {
    cache.clear();
    lengths.clear();
    fonts.set(fonts.get() + 1);
  });
}

function measure(text: string, font: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  if (context.font !== font) context.font = font;
  return context.measureText(text).width;
}

function lengthOf(name: string, font: string): number {
  const key = `${font}|${name}`;
  const known = lengths.get(key);
  if (known !== undefined) return known;
  const length = measure(name, font);
  if (lengths.size > CACHE) lengths.clear();
  lengths.set(key, length);
  return length;
}

function cut(name: string, width: number, font: string): ReturnType<typeof cutMiddle> {
  if (lengthOf(name, font) <= width) return null;
  const key = `${width}|${font}|${name}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const ends = cutMiddle(name, (candidate) => measure(candidate, font) <= width);
  if (cache.size > CACHE) cache.clear();
  cache.set(key, ends);
  return ends;
}

type Props = {
  name: string;
  /** Room for the name, in px. */
  width: number;
  size?: number;
  weight?: number;
};

/** A name in one line, cut in its middle when there is no room; apart from the words around it in either direction. */
export const CutName = memo(function CutName({ name, width, size = 14, weight = 500 }: Props) {
  fonts.use();
  const ends = width > 0 ? cut(name, Math.floor(width), `${weight} ${size}px ${FONT}`) : null;
  // Said, not left to the browser: Chromium keeps the direction of the name before, where rows are used again.
  const dir = isRightToLeft(name) ? 'rtl' : 'ltr';
  if (!ends) return <bdi dir={dir}>{name}</bdi>;
  // Each end in the direction of the whole name: numbers on both sides of the cut would else be one number to the browser.
  return (
    <bdi dir={dir} title={name}>
      <bdi dir={dir}>{ends[0]}</bdi>…<bdi dir={dir}>{ends[1]}</bdi>
    </bdi>
  );
});
