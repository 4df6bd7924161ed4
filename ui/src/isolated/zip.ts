import type JSZip from 'jszip';

/** The size that an archive tells of a part, in bytes. */
export const sizeOf = (part: JSZip.JSZipObject): number =>
  (Reflect.get(part, '_data') as { uncompressedSize?: number } | undefined)?.uncompressedSize ?? 0;
