export const BUNDLE_FILES = 256;
export const BUNDLE_BYTES = 8 * 1024 * 1024;
export const BUNDLE_TYPE = 'application/x-anbar-bundle';

interface BundleHeader {
  readonly key: string;
  readonly relative_path?: string;
  readonly size: number;
  readonly content_type: string;
  readonly modified_at?: string;
  readonly checksum: string;
}

/**
 * One frame: the header's length as 32 bits little endian, the header as JSON, then `size` raw bytes.
 * The bytes themselves follow from the caller, so that a Blob can be put together without reading the files.
 */
export function frameHead(header: BundleHeader): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const head = new Uint8Array(4 + json.length);
  new DataView(head.buffer).setUint32(0, json.length, true);
  head.set(json, 4);
  return head;
}

/** The body of a bundle request. */
export function bundleBody(entries: ReadonlyArray<{ header: BundleHeader; file: Blob }>): Blob {
  return new Blob(
    entries.flatMap(({ header, file }) => [frameHead(header), file]),
    { type: BUNDLE_TYPE },
  );
}

/** As many of `items`, from the front, as fit one bundle. */
export function fillBundle<T extends { readonly length: number }>(items: Iterable<T>): T[] {
  const group: T[] = [];
  let bytes = 0;
  for (const item of items) {
    if (group.length === BUNDLE_FILES || bytes + item.length > BUNDLE_BYTES) break;
    group.push(item);
    bytes += item.length;
  }
  return group;
}
