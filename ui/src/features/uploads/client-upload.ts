import type { Body } from '~/api/calls';
import type { UploadResult } from '~/api/types';
import { planParts } from './chunks';
import { isUnderWay, type Status } from './status';

export type OnDuplicate = NonNullable<Body<'POST upload/complete'>['on_duplicate']>;
export type Outcome = UploadResult['outcome'];

/** The target of an upload. */
export interface Target {
  readonly spaceId: string;
  readonly directoryId: string;
}

/** A file to upload, and the folders to make on its way ("photos/2024"; empty for none). */
export interface Source {
  readonly file: File;
  readonly relativePath: string;
  readonly handle?: FileSystemFileHandle;
}

/** One upload. An upload is replaced, never changed, so that a row knows whether it has to draw again. */
export interface ClientUpload extends Target {
  readonly id: string;
  /** Files that were added together; "do the same for all" reaches as far as this. */
  readonly batch: string;
  readonly key: string;
  readonly relativePath: string;
  readonly contentType: string;
  readonly length: number;
  /** The time that the file's device gives it, in milliseconds; null until the file is chosen. */
  readonly lastModified: number | null;
  readonly status: Status;
  readonly chunkSize: number;
  readonly chunkCount: number;
  readonly chunkUploadedCount: number;
  readonly checksum: string;
  readonly uploadId: string | null;
  /** Bytes that have left, the running part included. */
  readonly sent: number;
  /** Bytes that the server had in an earlier version, so that they were not sent. */
  readonly copied: number;
  /** Its changes alone made another file than it is: it is sent as it is. */
  readonly whole: boolean;
  /** 0…1 while the file is being hashed before its first byte; null otherwise. */
  readonly hashing: number | null;
  /** The error as a key of the catalogue. */
  readonly problem: string | null;
  /** The connection is lost: shown as cancelled; goes on by itself when it is back. */
  readonly lost: boolean;
  /** The name is taken and the user has not decided yet. */
  readonly asks: boolean;
  readonly onDuplicate: OnDuplicate | null;
  /** All bytes were sent but the answer was lost, so the file may exist on the server already. */
  readonly unsure: boolean;
  /** Small enough for a bundle, and no bundle has refused it. */
  readonly bundles: boolean;
  /** Small enough for one call, and none was refused. */
  readonly single: boolean;
  /** The largest part that a proxy lets through, once known. */
  readonly partLimit: number | null;
  /** Begun in an earlier visit or on another machine: the file has to be chosen again. */
  readonly needsFile: boolean;
  readonly outcome: Outcome | null;
  readonly fileId: string | null;
  /** The folder where it landed; differs from directoryId when relativePath made folders. */
  readonly landedIn: string | null;
}

/** The longest file that goes into a bundle, or by one call. */
const SMALL_FILE_LIMIT = 1024 * 1024;

export function newUpload(id: string, batch: string, target: Target, source: Source): ClientUpload {
  const { file } = source;
  return {
    ...target,
    id,
    batch,
    key: file.name,
    relativePath: source.relativePath,
    contentType: file.type || 'application/octet-stream',
    length: file.size,
    lastModified: file.lastModified,
    status: 'WAITING',
    ...planParts(file.size),
    chunkUploadedCount: 0,
    checksum: '',
    uploadId: null,
    sent: 0,
    copied: 0,
    whole: false,
    hashing: null,
    problem: null,
    lost: false,
    asks: false,
    onDuplicate: null,
    unsure: false,
    bundles: file.size <= SMALL_FILE_LIMIT,
    single: file.size <= SMALL_FILE_LIMIT,
    partLimit: null,
    needsFile: false,
    outcome: null,
    fileId: null,
    landedIn: null,
  };
}

/** The file's own time as the calls take it; nothing for a time that cannot be told. */
export function fileTime({ lastModified }: Pick<ClientUpload, 'lastModified'>): { modified_at?: string } {
  const time = new Date(lastModified ?? Number.NaN);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? { modified_at: time.toISOString() } : {};
}

/** The states of a row in the tray. */
type TrayState = 'ready' | 'processing' | 'uploaded' | 'cancelled' | 'paused' | 'failed';

export function trayState(upload: ClientUpload): TrayState {
  if (upload.lost || upload.status === 'CANCEL') return 'cancelled';
  switch (upload.status) {
    case 'WAITING':
    case 'CREATED':
    case 'READY':
      return 'ready';
    case 'UPLOADING':
    case 'UPLOAD_COMPLETE':
      return 'processing';
    case 'UPLOAD_SUCCESS':
      return 'uploaded';
    case 'PAUSE':
      return 'paused';
    default:
      return 'failed';
  }
}

/** The connection is away, and the upload goes on by itself. */
export function isWaiting({ lost, status }: ClientUpload): boolean {
  return lost && isUnderWay(status);
}

/** Share of the file that has arrived, 0…1. */
export function uploadProgress(upload: ClientUpload): number {
  if (upload.status === 'UPLOAD_SUCCESS' || upload.status === 'UPLOAD_COMPLETE') return 1;
  return upload.length === 0 ? 0 : Math.min(1, upload.sent / upload.length);
}

/** The uploads as they are listed: finished ones last, each part in its order. */
export function orderUploads(uploads: readonly ClientUpload[]): readonly ClientUpload[] {
  const isDone = ({ status }: ClientUpload) => status === 'UPLOAD_SUCCESS';
  const done = uploads.filter(isDone);
  return done.length === 0 || done.length === uploads.length
    ? uploads
    : [...uploads.filter((upload) => !isDone(upload)), ...done];
}

/** What it means to cancel uploads now: how many end, how many of their bytes have arrived, and whether any could be paused instead. */
export function countUnfinished(uploads: readonly ClientUpload[]): {
  uploads: number;
  bytes: number;
  canPause: boolean;
} {
  const unfinished = uploads.filter(({ status }) => status !== 'UPLOAD_SUCCESS' && status !== 'CANCEL');
  return {
    uploads: unfinished.length,
    bytes: unfinished.reduce((sum, { sent, length }) => sum + Math.min(sent, length), 0),
    canPause: unfinished.some(({ status }) => isUnderWay(status)),
  };
}
