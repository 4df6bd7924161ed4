import type { Node } from 'prosemirror-model';
import { type Command, type Transaction } from 'prosemirror-state';

/*
 * Functions for right-to-left paragraphs, which the mended places of the editor's library call (vite.editor.ts).
 * WordprocessingML (ECMA-376, 17.3.1.13 and 17.18.44) names the leading edge left or start, and the trailing one right or
 * end: "left" is the right side of a paragraph that runs from the right.
 */

/** Attributes of a paragraph, as far as these functions look at them. */
export interface Paragraph {
  readonly alignment?: string | null;
  readonly bidi?: boolean | null;
}

/** Text that fills its lines, in all ways that the format knows. */
const FILLS = /^(both|distribute|thaiDistribute|\w+Kashida)$/;

/** Where the lines of a paragraph stand on the page, or undefined when nothing says it. */
export function sideOf({ alignment, bidi }: Paragraph): 'left' | 'right' | 'center' | 'justify' | undefined {
  if (!alignment) return undefined;
  if (alignment === 'center') return 'center';
  if (FILLS.test(alignment)) return 'justify';
  const leads = alignment === 'left' || alignment === 'start';
  return leads === (bidi === true) ? 'right' : 'left';
}

/** The button of the toolbar that is pressed for a paragraph. */
export function pressedAlignment(paragraph: Paragraph): string {
  const side = sideOf(paragraph);
  if (side === 'justify') return 'both';
  return side ?? (paragraph.bidi === true ? 'right' : 'left');
}

/** Puts the lines of the selected paragraphs at a side of the page: what the file calls it depends on each paragraph. */
export function alignAt(side: string): Command {
  return (state, dispatch) => {
    if (!dispatch) return true;
    const { tr } = state;
    state.doc.nodesBetween(state.selection.from, state.selection.to, (node, at) => {
      if (node.type.name !== 'paragraph') return true;
      const turned = side === 'left' ? 'right' : 'left';
      const alignment = node.attrs['bidi'] === true && (side === 'left' || side === 'right') ? turned : side;
      tr.setNodeMarkup(at, undefined, { ...node.attrs, alignment });
      return false;
    });
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** Of one paragraph and not of the one that Enter begins after it. */
const ITS_OWN = {
  paraId: null,
  textId: null,
  bookmarks: null,
  pageBreakBefore: null,
  renderedPageBreakBefore: null,
  pPrIns: null,
  pPrDel: null,
  pPrChange: null,
  _originalRunBoundaries: null,
};

/** The paragraph that Enter begins at the end of another one: one like it, as in Word. */
export function nextParagraph(node: Node, atEnd: boolean) {
  return atEnd && node.type.name === 'paragraph' ? { type: node.type, attrs: { ...node.attrs, ...ITS_OWN } } : null;
}

const NO_LIST = {
  numPr: null,
  numPrFromStyle: null,
  listNumFmt: null,
  listIsBullet: null,
  listMarker: null,
  listMarkerHidden: null,
  listLevelNumFmts: null,
  listAbstractNumId: null,
  listStartOverride: null,
};

/** The attributes that a paragraph keeps when Enter after a heading gives it the style of text: its direction. */
export const withoutLook = (attrs: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...attrs,
  ...NO_LIST,
  shading: null,
  tabs: null,
  indentRight: null,
  _originalFormatting: null,
});

/** A break between sections belongs to the last of the paragraphs that Enter made of one. */
export function leaveSection(tr: Transaction): void {
  const { $from } = tr.selection;
  const at = $from.before() - ($from.node(-1).maybeChild($from.index(-1) - 1)?.nodeSize ?? 0);
  const first = tr.doc.nodeAt(at);
  if (first?.type.name !== 'paragraph' || !$from.parent.attrs['_sectionProperties']) return;
  if (first.attrs['_sectionProperties'] !== $from.parent.attrs['_sectionProperties']) return;
  tr.setNodeMarkup(at, undefined, { ...first.attrs, sectionBreakType: null, _sectionProperties: null });
}

const ZERO = '۰'.charCodeAt(0);

/** The number or sign before an item of a list, in the digits of its direction. */
export const markerOf = ({ bidi }: Paragraph, marker: string | null): string | null =>
  bidi === true && marker !== null ? inPersian(marker) : marker;

/** A text with Persian digits in place of Latin ones. */
export const inPersian = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(ZERO + Number(digit)));

interface Indent {
  readonly hanging?: number;
  readonly firstLine?: number;
}

/** Indents one line of a paragraph that runs from the right; px. */
export function indentFromRight(
  { style }: HTMLElement,
  line: { first: boolean; start: number; end: number; flex: boolean },
  { hanging = 0, firstLine = 0 }: Indent = {},
): void {
  const hangs = hanging > 0 && line.start === 0 && !line.first ? hanging : 0;
  if (line.start + hangs > 0) style.paddingRight = `${line.start + hangs}px`;
  if (line.end > 0) style.paddingLeft = `${line.end}px`;
  if (!line.first || line.flex) return;
  if (hanging > 0 && line.start > 0) style.textIndent = `-${hanging}px`;
  else if (firstLine > 0) style.textIndent = `${firstLine}px`;
}
