import { NO_HEADERS_FOOTERS, type HeadersFooters } from './headers-footers';

/** How a sheet goes onto paper. */
export interface PageSetup {
  /** As workbooks number papers: 9 is A4. */
  readonly paper: number;
  readonly landscape: boolean;
  /** Percent. */
  readonly scale: number;
  /** It is made as small as so many pages want it: 0 as many as it takes. */
  readonly fits: { readonly wide: number; readonly high: number } | null;
  /** Inches. */
  readonly margins: Margins;
  readonly grid: boolean;
  readonly centered: boolean;
  /** Rows behind which a page ends. */
  readonly breaks: readonly number[];
  /** The number of the first page. */
  readonly begin: number;
  /** From the edges of the paper to header and footer, in inches. */
  readonly edges: readonly [header: number, footer: number];
  readonly headersFooters: HeadersFooters;
}

export type Margins = readonly [left: number, right: number, top: number, bottom: number];

export const MARGINS = {
  normal: [0.7, 0.7, 0.75, 0.75],
  narrow: [0.25, 0.25, 0.75, 0.75],
  wide: [1, 1, 1, 1],
} as const satisfies Record<string, Margins>;

/** A file that says nothing is printed on A4: paper of other sizes is not sold in Iran. */
export const A4 = 9;

export const usualSetup: PageSetup = {
  paper: A4,
  landscape: false,
  scale: 100,
  fits: null,
  margins: MARGINS.normal,
  grid: false,
  centered: false,
  breaks: [],
  begin: 1,
  edges: [0.3, 0.3],
  headersFooters: NO_HEADERS_FOOTERS,
};

/** Papers by their numbers: their names, and their widths and heights in mm. */
export const PAPERS: ReadonlyMap<number, readonly [name: string, width: number, height: number]> = new Map([
  [8, ['A3', 297, 420]],
  [9, ['A4', 210, 297]],
  [11, ['A5', 148, 210]],
  [13, ['B5', 182, 257]],
  [1, ['Letter', 215.9, 279.4]],
  [5, ['Legal', 215.9, 355.6]],
]);

const PX_OF_MM = 96 / 25.4;
const PX_OF_INCH = 96;

/** The size of a page in px, and the room between its margins. */
export function pageSize({ paper, landscape, margins, edges }: PageSetup) {
  const [, short, long] = PAPERS.get(paper) ?? PAPERS.get(A4) ?? ['', 210, 297];
  const [width, height] = (landscape ? [long, short] : [short, long]).map((mm) => mm * PX_OF_MM) as [number, number];
  const [left, right, top, bottom] = margins.map((inches) => inches * PX_OF_INCH) as [number, number, number, number];
  return {
    width,
    height,
    margins: { left, right, top, bottom },
    edges: { header: edges[0] * PX_OF_INCH, footer: edges[1] * PX_OF_INCH },
    room: { width: Math.max(50, width - left - right), height: Math.max(50, height - top - bottom) },
  };
}
