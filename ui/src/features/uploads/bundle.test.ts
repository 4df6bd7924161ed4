import { describe, expect, it } from 'vitest';
import { bundleBody, BUNDLE_BYTES, BUNDLE_FILES, fillBundle, frameHead } from './bundle';

const header = { key: 'یادداشت.txt', size: 5, content_type: 'text/plain', checksum: 'ab' };

describe('frames', () => {
  it('begin with the length of the JSON header in bytes, little endian', () => {
    const head = frameHead(header);
    const length = new DataView(head.buffer).getUint32(0, true);
    expect(length).toBe(head.length - 4);
    expect(JSON.parse(new TextDecoder().decode(head.subarray(4)))).toEqual(header);
  });

  it('follow one another with the bytes between them', async () => {
    const body = bundleBody([
      { header, file: new Blob(['salam']) },
      { header: { ...header, key: 'b', size: 0 }, file: new Blob([]) },
      { header: { ...header, key: 'c', size: 2 }, file: new Blob(['ok']) },
    ]);
    const bytes = new Uint8Array(await body.arrayBuffer());
    const read: string[] = [];
    for (let at = 0; at < bytes.length;) {
      const length = new DataView(bytes.buffer).getUint32(at, true);
      const found = JSON.parse(new TextDecoder().decode(bytes.subarray(at + 4, at + 4 + length))) as typeof header;
      const from = at + 4 + length;
      read.push(`${found.key}=${new TextDecoder().decode(bytes.subarray(from, from + found.size))}`);
      at = from + found.size;
    }
    expect(read).toEqual(['یادداشت.txt=salam', 'b=', 'c=ok']);
  });
});

describe('fillBundle', () => {
  it('stops at 256 files', () => {
    expect(fillBundle(Array.from({ length: 300 }, () => ({ length: 1 })))).toHaveLength(BUNDLE_FILES);
  });

  it('stops before 8 MiB are passed', () => {
    const group = fillBundle(Array.from({ length: 20 }, () => ({ length: 1024 * 1024 })));
    expect(group).toHaveLength(BUNDLE_BYTES / (1024 * 1024));
  });
});
