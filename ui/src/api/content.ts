import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { faultOf, unanswered } from './fault';
import { keyOf } from './keys';
import type { Preview } from './types';

/** The address of the content and how to show it; of a member's file also its version. */
export type Content = Omit<Preview, 'name' | 'version_id'> & { readonly version_id?: string };

/** Words that a document is opened at, and their page from 1. */
export interface Finding {
  readonly words: string;
  readonly place: number | null;
}

export type MarkingState = 'off' | 'clean' | 'dirty';

export interface SaveMarks {
  readonly as: 'version' | 'copy';
  /** The version that the marks were made on. */
  readonly base: string;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** The way that marks in a document are saved. */
export interface Marking {
  /** Told when marking begins and ends, and when there is something to lose. */
  readonly onState: (state: MarkingState) => void;
  /** Rejects with the text of the reason. */
  readonly save: (bytes: Blob, how: SaveMarks) => Promise<'saved' | 'changed'>;
}

/** The props of every viewer. */
export interface ViewerProps {
  readonly content: Content;
  readonly name: string;
  readonly finding?: Finding | undefined;
  /** Missing where the user may not change the file. */
  readonly marking?: Marking | undefined;
}

/** Text longer than this is shown up to here. */
export const TEXT_LIMIT = 2 * 1024 * 1024;

const hour = 60 * 60_000;

export const fileQuery = (spaceId: string, directoryId: string, fileId: string) => ({
  queryKey: keyOf('file', spaceId, fileId),
  queryFn: () =>
    api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}', {
      path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
    }),
});

export const useFile = (spaceId: string, directoryId: string, fileId: string) =>
  useQuery(fileQuery(spaceId, directoryId, fileId));

/** The signed address is good for an hour; it is asked for anew a little earlier. */
export const contentQuery = (spaceId: string, directoryId: string, fileId: string) => ({
  queryKey: keyOf('preview', spaceId, fileId),
  queryFn: () =>
    api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}/preview', {
      path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
    }),
  staleTime: hour * 0.8,
  refetchOnWindowFocus: false,
});

export const useContent = (spaceId: string, directoryId: string, fileId: string) =>
  useQuery(contentQuery(spaceId, directoryId, fileId));

interface Text {
  readonly text: string;
  /** There is more than is shown. */
  readonly cut: boolean;
}

/** The beginning of a file, as text. */
export const useText = ({ url, size }: Content) =>
  useQuery({
    queryKey: keyOf('text', url),
    queryFn: ({ signal }) => fetchText(url, size, signal),
    // Bytes that are on this device need no connection.
    networkMode: url.startsWith('blob:') ? 'always' : 'online',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** The address of a form of a document, made by the server. */
const formUrl = (url: string, form: string) => `${url}${url.includes('?') ? '&' : '?'}form=${form}`;

/** A piece of a document, in the order of reading. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'row' | 'note';
  readonly level?: number;
  /** The page, slide or sheet, from 1. */
  readonly place?: number;
  readonly text?: string;
  readonly cells?: readonly string[];
}

interface Blocks {
  readonly blocks: readonly Block[];
  readonly cut?: boolean;
}

/** What a document says, without its looks. */
export const useBlocks = ({ url }: Content) =>
  useQuery({
    queryKey: keyOf('text', formUrl(url, 'blocks')),
    queryFn: ({ signal }) => fetchForm<Blocks>(formUrl(url, 'blocks'), signal),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** A page of a sheet, as the server reads it. Rows and columns count from 1. */
export interface SheetPage {
  readonly sheets: readonly { readonly name: string; readonly hidden?: boolean }[];
  readonly sheet: number;
  readonly rtl?: boolean;
  readonly first: number;
  /** The row to go on with. */
  readonly next?: number;
  readonly total: number;
  readonly columns: number;
  /** Rows and columns that stay in sight. */
  readonly frozen: readonly [number, number];
  /** In characters. */
  readonly widths?: readonly { readonly from: number; readonly until: number; readonly width: number }[];
  readonly width?: number;
  /** In points, as those of rows. */
  readonly height?: number;
  /** Row, column, rows, columns. */
  readonly merges?: readonly (readonly [number, number, number, number])[];
  readonly styles: readonly SheetStyle[];
  readonly rows: readonly SheetRow[];
  readonly epoch?: number;
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
  readonly align?: 'left' | 'center' | 'right';
  readonly wrap?: boolean;
  readonly border?: boolean;
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
  readonly k?: 'bool' | 'error' | 'number';
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

async function fetchForm<T>(url: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(url, { signal }).catch(() => {
    throw unanswered();
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw faultOf(response.status, response.headers, body);
  return body as T;
}

async function fetchText(url: string, size: number, signal: AbortSignal): Promise<Text> {
  const cut = size > TEXT_LIMIT;
  const headers: HeadersInit = cut ? { Range: `bytes=0-${TEXT_LIMIT - 1}` } : {};
  const response = await fetch(url, { signal, headers }).catch(() => {
    throw unanswered();
  });
  if (!response.ok) throw faultOf(response.status, response.headers, null);
  return { text: decode(new Uint8Array(await response.arrayBuffer())), cut };
}

/** Decodes UTF-8, or the encoding of old Persian files. A character cut by the size limit is left out. */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    const [first, second] = bytes;
    if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
    if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
    return new TextDecoder('windows-1256').decode(bytes);
  }
}
