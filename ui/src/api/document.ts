import { useQuery } from '@tanstack/react-query';
import type { Content } from './content';
import { faultOf, noAnswerFault } from './fault';
import { keyOf } from './keys';

/** The address of a form of a document, made by the server. */
const formUrl = (url: string, form: string) => `${url}${url.includes('?') ? '&' : '?'}form=${form}`;

/** A piece of a document, in the order of reading. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row' | 'note' | 'field';
  readonly level?: number;
  /** The number or sign before an item of a list or a numbered heading; of a field of a mail, which it is. */
  readonly marker?: string;
  /** The page, slide or sheet, from 1. */
  readonly place?: number;
  readonly text?: string;
  readonly cells?: readonly string[];
  /** All of a text of which parts are bold or italic. */
  readonly runs?: readonly { readonly text: string; readonly bold?: boolean; readonly italic?: boolean }[];
  /** The document says that it runs from the right. */
  readonly rtl?: boolean;
}

interface Blocks {
  readonly blocks: readonly Block[];
  readonly cut?: boolean;
  /** Parts of it cannot be read and are missing. */
  readonly torn?: boolean;
}

/** The text of a document, without its looks. */
export const useBlocks = ({ url }: Content) =>
  useQuery({
    queryKey: keyOf('text', formUrl(url, 'blocks')),
    queryFn: ({ signal }) => fetchBlocks({ url }, signal),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const fetchBlocks = ({ url }: Pick<Content, 'url'>, signal: AbortSignal): Promise<Blocks> =>
  fetchForm(formUrl(url, 'blocks'), signal);

interface Remarks {
  readonly comments: readonly {
    readonly id: string;
    readonly author: string;
    readonly at?: string;
    readonly text: string;
    /** The words that it is about. */
    readonly quote?: string;
  }[];
  readonly cut?: boolean;
}

/** The comments of people in a document. */
export const fetchComments = ({ url }: Pick<Content, 'url'>, signal: AbortSignal): Promise<Remarks> =>
  fetchForm(formUrl(url, 'comments'), signal);

/** A page of a sheet, as the server reads it. Rows and columns count from 1. */
export interface SheetPage {
  readonly sheets: readonly { readonly id: string; readonly name: string; readonly hidden?: boolean }[];
  readonly sheet: number;
  /** The sheet that the workbook shows first, from 1. */
  readonly active?: number;
  readonly rtl?: boolean;
  readonly first: number;
  /** The row to go on with. */
  readonly next?: number;
  readonly total: number;
  readonly columns: number;
  /** Rows and columns that stay in sight. */
  readonly frozen: readonly [number, number];
  /** In characters. */
  readonly widths?: readonly SheetWidth[];
  readonly width?: number;
  /** In points, as those of rows. */
  readonly height?: number;
  /** Row, column, rows, columns. */
  readonly merges?: readonly (readonly [number, number, number, number])[];
  readonly filter?: SheetFilter;
  readonly print?: SheetPrint;
  /** As merges. */
  readonly tables?: readonly (readonly [number, number, number, number])[];
  readonly comments?: readonly SheetComment[];
  /** Over the cells, with the first rows of a sheet. */
  readonly drawings?: readonly SheetDrawing[];
  readonly missing?: SheetMissing;
  /** Of the whole workbook, with the first rows of a sheet. */
  readonly names?: readonly SheetName[];
  readonly styles: readonly SheetStyle[];
  readonly rows: readonly SheetRow[];
  readonly epoch?: number;
  /** The workbook asks to be computed when it is opened. */
  readonly stale?: boolean;
  /** Cells that one formula fills, as merges. */
  readonly arrays?: readonly (readonly [number, number, number, number])[];
  /** Its author protected the sheet. */
  readonly locked?: boolean;
  /** Its author locked the list of sheets. */
  readonly fixed?: boolean;
  /** The sheet cannot be deleted: slicers may choose what it shows. */
  readonly stays?: boolean;
}

/** A formula that others use by its name: mostly a range. */
export interface SheetName {
  readonly name: string;
  /** Id of the sheet that it counts on; none for all. */
  readonly sheet?: string;
  readonly f: string;
  readonly hidden?: boolean;
}

export interface SheetComment {
  readonly r: number;
  readonly c: number;
  readonly author?: string;
  readonly text: string;
  /** Of a conversation, which is not edited here. */
  readonly thread?: boolean;
}

/** A chart and its place over the cells. Distances are those of drawings: 9525 are a pixel. */
export interface SheetDrawing {
  readonly name?: string;
  readonly from: SheetCorner;
  readonly to?: SheetCorner;
  /** Width and height, where it has no second corner. */
  readonly size?: readonly [number, number];
  readonly chart: SheetChart;
}

export interface SheetCorner {
  readonly r: number;
  readonly c: number;
  readonly dy?: number;
  readonly dx?: number;
}

/** A chart by the values that the file keeps of its cells. */
export interface SheetChart {
  readonly title?: string;
  readonly categories: readonly string[];
  /** The format of the categories, when they are numbers. */
  readonly shape?: string;
  /** The cells that the categories are from, as a formula. */
  readonly names?: string;
  readonly series: readonly {
    readonly name?: string;
    readonly plot: string;
    readonly values: readonly (number | null)[];
    /** The cells that the values are from, as a formula. */
    readonly from?: string;
    /** The cell that the name is from. */
    readonly head?: string;
    readonly across?: readonly (number | null)[];
    /** The cells that those are from. */
    readonly along?: string;
    readonly color?: string;
    readonly points?: Readonly<Record<string, string>>;
    readonly line?: boolean;
    readonly marks?: boolean;
    readonly second?: boolean;
  }[];
  readonly horizontal?: boolean;
  readonly stacking?: 'stacked' | 'percent';
  readonly legend?: string;
  readonly below?: string;
  readonly beside?: string;
  readonly reversed?: boolean;
  readonly format?: string;
  readonly hole?: number;
  /** Its kind, when it is not drawn as one. */
  readonly other?: string;
}

/** How many things lie over the cells that are not shown. */
export interface SheetMissing {
  readonly pictures?: number;
  readonly shapes?: number;
  readonly slicers?: number;
  readonly charts?: number;
  readonly objects?: number;
  readonly comments?: number;
}

/** How a sheet goes onto paper. */
export interface SheetPrint {
  /** As workbooks number papers: 9 is A4. */
  readonly paper?: number;
  readonly landscape?: boolean;
  /** Percent. */
  readonly scale?: number;
  /** The scale is that at which it takes so many pages beside one another and below; none is as many as it takes. */
  readonly fits?: boolean;
  readonly wide?: number;
  readonly high?: number;
  /** Left, right, top and bottom, in inches. */
  readonly margins?: readonly [number, number, number, number];
  readonly grid?: boolean;
  readonly centered?: boolean;
  /** Rows behind which a page ends. */
  readonly breaks?: readonly number[];
  /** The number of the first page, when the sheet says one. */
  readonly begin?: number;
  /** From the edges of the paper to header and footer, in inches. */
  readonly edges?: readonly [header: number, footer: number];
  /** In the codes of workbooks, each with the header first. */
  readonly heads?: {
    readonly odd: readonly [string, string];
    readonly even: readonly [string, string];
    readonly first: readonly [string, string];
    readonly onEven?: boolean;
    readonly onFirst?: boolean;
    readonly fixed?: boolean;
    readonly wide?: boolean;
  };
}

/** A part of a text with a look of its own. */
export interface SheetRun {
  readonly t: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  readonly color?: string;
  readonly size?: number;
}

export interface SheetWidth {
  readonly from: number;
  readonly until: number;
  /** 0 is the usual one. */
  readonly width: number;
  readonly hidden?: boolean;
}

/** What hides rows by what is in their cells. */
export interface SheetFilter {
  /** Row, column, rows, columns, with the heads. */
  readonly range: readonly [number, number, number, number];
  readonly columns?: readonly {
    readonly c: number;
    readonly values?: readonly string[];
    /** Years, months or days: 2026, 2026-11, 2026-11-23. */
    readonly dates?: readonly string[];
    readonly blank?: boolean;
    /** It shows by a condition, a colour or a rank. */
    readonly other?: boolean;
  }[];
}

export interface SheetStyle {
  readonly format?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** RRGGBB. */
  readonly color?: string;
  readonly fill?: string;
  readonly align?: 'left' | 'center' | 'right' | 'justify';
  readonly wrap?: boolean;
  readonly border?: SheetBorder;
  /** Of the font, in points. */
  readonly size?: number;
  readonly font?: string;
  readonly valign?: 'top' | 'center' | 'bottom';
  /** Degrees to the left; from 91 on those over 90 to the right; 255 for letters below one another. */
  readonly turn?: number;
}

/**
 * The lines around a cell and through it. In a sheet that runs from the right, left is the side of the column before;
 * `up` goes from below at the left of the page, whatever way the sheet runs.
 */
export type SheetBorder = {
  readonly [S in 'left' | 'right' | 'top' | 'bottom' | 'up' | 'down']?: SheetLine | undefined;
};

export interface SheetLine {
  /** As xlsx names it: thin, medium, mediumDashed … */
  readonly style: string;
  readonly color?: string;
}

export interface SheetRow {
  readonly n: number;
  readonly h?: number;
  readonly hidden?: boolean;
  readonly cells: readonly SheetCell[];
}

export interface SheetCell {
  readonly c: number;
  /** Text; what is shown of anything but a number. */
  readonly t?: string;
  readonly v?: number;
  readonly s?: number;
  readonly f?: string;
  readonly r?: readonly SheetRun[];
  /** `text` is that of a formula whose text is empty. */
  readonly k?: 'bool' | 'error' | 'number' | 'text';
  /** Its formula is computed as an array, of which it has the first value. */
  readonly a?: boolean;
}

/** Rows of a sheet that are fetched together. */
export const SHEET_ROWS = 250;

/** The part of a sheet with that number, from 0. Sheet 0 is the one that the workbook shows first. */
export const sheetQuery = ({ url }: Content, sheet: number, part: number) => {
  const first = part * SHEET_ROWS + 1;
  const address = formUrl(url, 'sheet') + (sheet > 0 ? `&sheet=${sheet}` : '');
  return {
    queryKey: keyOf('text', `${address}&first=${first}`),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SheetPage> => {
      const page = await fetchForm<SheetPage>(`${address}&first=${first}&rows=${SHEET_ROWS}`, signal);
      // A page of very wide rows has fewer of them.
      let rows = page.rows;
      for (let next = page.next; next !== undefined && next < first + SHEET_ROWS;) {
        const rest = `${address}&first=${next}&rows=${first + SHEET_ROWS - next}`;
        const more = await fetchForm<SheetPage>(rest, signal);
        rows = rows.concat(more.rows);
        next = more.next;
      }
      return rows === page.rows ? page : { ...page, rows };
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  };
};

/** Some rows of a sheet, as many as a page may have; `next` says where to go on. */
export const readSheet = (
  { url }: Pick<Content, 'url'>,
  sheet: number,
  first: number,
  rows: number,
  signal: AbortSignal,
): Promise<SheetPage> => {
  const address = formUrl(url, 'sheet') + (sheet > 0 ? `&sheet=${sheet}` : '');
  return fetchForm<SheetPage>(`${address}&first=${first}&rows=${rows}`, signal);
};

interface Spot {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
}

/** The cell of a workbook that has the words; null without words, or where there is none. */
export const spotQuery = ({ url }: Content, words: string) => {
  const address = `${formUrl(url, 'cell')}&find=${encodeURIComponent(words)}`;
  return {
    queryKey: keyOf('text', address),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const spot = await fetchForm<Spot>(address, signal);
      return spot.sheet > 0 ? spot : null;
    },
    enabled: words !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  };
};

/** A page of a picture that browsers do not show, as one that they do, and how many there are. */
export async function fetchPage({ url }: Pick<Content, 'url'>, page: number, signal: AbortSignal) {
  const response = await fetch(`${formUrl(url, 'page')}&page=${page}`, { signal }).catch(() => {
    throw noAnswerFault();
  });
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    throw faultOf(response.status, response.headers, body);
  }
  return { picture: await response.blob(), pages: Number(response.headers.get('Anbar-Pages')) || 1 };
}

async function fetchForm<T>(url: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(url, { signal }).catch(() => {
    throw noAnswerFault();
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw faultOf(response.status, response.headers, body);
  return body as T;
}
