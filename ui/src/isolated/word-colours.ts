import type { Theme } from './theme-colours';
import { attributeOf, isWord, value, W } from './word-elements';

const set = (element: Element, name: string, text: string) => element.setAttributeNS(W, `w:${name}`, text);

/** Parts of borders of tables, cells, paragraphs, letters and pages. */
const BORDERS = 'tblBorders > *, tcBorders > *, pBdr > *, bdr';

/** Writes the colours that a document names by its theme where the viewer reads them, and those that borders leave out. */
export function nameColours(xml: Document, theme: Theme): void {
  for (const shade of xml.getElementsByTagNameNS(W, 'shd')) {
    const fill = theme.named(shade, 'themeFill');
    if (fill !== null && (value(shade, 'fill') ?? 'auto') === 'auto') set(shade, 'fill', fill);
  }
  for (const colour of xml.getElementsByTagNameNS(W, 'color')) {
    const named = value(colour) === null ? theme.named(colour, 'themeColor') : null;
    if (named !== null) set(colour, 'val', named);
  }
  for (const border of xml.querySelectorAll(BORDERS)) {
    if (!isWord(border)) continue;
    const own = value(border, 'color') ?? 'auto';
    if (own === 'auto') set(border, 'color', theme.named(border, 'themeColor') ?? 'auto');
    if (attributeOf(border, 'sz') === null) set(border, 'sz', '4');
  }
}
