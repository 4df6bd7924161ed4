import type { OnDuplicate, Outcome, ClientUpload } from './client-upload';

/** A version of the file that an upload may be sent as changes of. */
export interface BaseVersion {
  readonly directoryId: string;
  readonly fileId: string;
  readonly versionId: string;
}

/** The answer of the initialize call. */
export interface Session {
  readonly uploadId: string;
  readonly chunkNumber: number;
  readonly chunkSize: number;
  readonly chunkCount: number;
  readonly present: ReadonlyArray<readonly [number, number]>;
  /** Parts of which the beginning is there, each with its number of bytes. */
  readonly cut: ReadonlyArray<readonly [number, number]>;
  readonly base: BaseVersion | null;
}

/** The file as it is in the drive afterwards. */
export interface LandedFile {
  readonly fileId: string;
  readonly directoryId: string;
  readonly hash: string;
  readonly size: number;
  readonly outcome: Outcome;
}

export type BundleResult = LandedFile | { readonly code: string };

/** The calls that the engine makes. Every failure is an UploadFailure or an AbortError. */
export interface Transport {
  /** The calls that still bring the parts that are given up end on the server, and `cut` says what came. */
  initialize(
    upload: ClientUpload,
    onDuplicate: OnDuplicate | null,
    signal: AbortSignal,
    givenUp?: readonly number[],
  ): Promise<Session>;
  /** Sends a part from a byte of it on. */
  part(
    upload: ClientUpload,
    n: number,
    at: number,
    body: Blob,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<void>;
  /** The list of the blocks of a version; `parseBlockSums` reads it. */
  blockSums(
    upload: ClientUpload,
    base: BaseVersion,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<ArrayBuffer>;
  /** Fills parts from `first` on with bytes of a version and new ones. */
  recipe(
    upload: ClientUpload,
    base: BaseVersion,
    first: number,
    body: Blob,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<void>;
  complete(
    upload: ClientUpload,
    onDuplicate: OnDuplicate | null,
    contentHash: string | null,
    signal: AbortSignal,
  ): Promise<LandedFile>;
  /** Sends a whole small file. Two calls with the same key are one. */
  single(
    upload: ClientUpload,
    onDuplicate: OnDuplicate | null,
    key: string,
    body: Blob,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<LandedFile>;
  abort(upload: ClientUpload): Promise<void>;
  /** Results come in the order of the files. */
  bundle(
    upload: ClientUpload,
    onDuplicate: OnDuplicate | null,
    body: Blob,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ): Promise<BundleResult[]>;
}
