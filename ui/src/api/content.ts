import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { decodeText, encodingOf, type Encoding } from './encoding';
import { enginesFor } from './engines';
import { faultOf, noAnswerFault } from './fault';
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
  /** Nothing may be saved. */
  readonly viewOnly?: boolean | undefined;
  readonly finding?: Finding | undefined;
  /** Missing where the user may not change the file. */
  readonly marking?: Marking | undefined;
}

/** Text longer than this is shown up to here. */
export const TEXT_LIMIT = 2 * 1024 * 1024;

const hour = 60 * 60_000;
/** How often a page that shows a document asks who edits it, besides when it hears of a change, in milliseconds. */
const EDITORS_EACH = 90_000;

export const fileQuery = (spaceId: string, directoryId: string, fileId: string) => ({
  queryKey: keyOf('file', spaceId, fileId),
  queryFn: () =>
    api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}', {
      path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
    }),
});

export const useFile = (spaceId: string, directoryId: string, fileId: string) =>
  useQuery({
    ...fileQuery(spaceId, directoryId, fileId),
    // Someone may begin to edit it, or be done, and guests of a single file hear of no change.
    refetchInterval: ({ state }) => (enginesFor(state.data?.file_name ?? '').length > 0 ? EDITORS_EACH : false),
  });

/** How a version of a file is shown. */
export const useVersionContent = (spaceId: string, directoryId: string, fileId: string, version: string) =>
  useQuery({
    queryKey: keyOf('version-preview', spaceId, fileId, version),
    queryFn: () =>
      api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}/preview', {
        path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
        query: { version_id: version },
      }),
    staleTime: hour * 0.8,
    refetchOnWindowFocus: false,
    enabled: version !== '',
  });

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

export interface Text {
  readonly text: string;
  /** What it was read from, for another encoding. */
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
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

export async function fetchText(url: string, size: number, signal: AbortSignal): Promise<Text> {
  const cut = size > TEXT_LIMIT;
  const headers: HeadersInit = cut ? { Range: `bytes=0-${TEXT_LIMIT - 1}` } : {};
  const response = await fetch(url, { signal, headers }).catch(() => {
    throw noAnswerFault();
  });
  if (!response.ok) throw faultOf(response.status, response.headers, null);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const encoding = encodingOf(bytes);
  return { text: decodeText(bytes, encoding), cut, bytes, encoding };
}
