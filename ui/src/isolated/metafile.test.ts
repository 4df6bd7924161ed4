import { expect, test } from 'vitest';
import { metafilePicture } from './metafile';

/** A picture of records, each with its number and what is in it. */
function emf(records: readonly (readonly [number, Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(100);
  const view = new DataView(header.buffer);
  view.setUint32(32, 0x46_4d_45_20, true);
  const all = [[1, header] as const, ...records, [14, new Uint8Array(12)] as const].flatMap(([type, body]) => {
    const front = new DataView(new ArrayBuffer(8));
    front.setUint32(0, type, true);
    front.setUint32(4, body.length + 8, true);
    return [...new Uint8Array(front.buffer), ...body];
  });
  return Uint8Array.from(all);
}

/** A record with a picture of two points. */
function bitmap(size = 8): Uint8Array {
  const body = new Uint8Array(72 + 40 + 8);
  const view = new DataView(body.buffer);
  const put = (at: number, value: number) => view.setUint32(at, value, true);
  put(40, 80);
  put(44, 40);
  put(48, 120);
  put(52, size);
  put(72, 40);
  put(76, 2);
  put(80, 1);
  view.setUint16(84, 1, true);
  view.setUint16(86, 24, true);
  return body;
}

test('a metafile that holds nothing but a bitmap is that bitmap', async () => {
  const blob = metafilePicture(
    emf([
      [17, new Uint8Array(4)],
      [81, bitmap()],
    ]),
  );
  expect(blob?.type).toBe('image/bmp');
  const bytes = new DataView((await blob?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([bytes.getUint16(0), bytes.getUint32(2, true), bytes.getUint32(10, true), bytes.byteLength]).toEqual([
    0x42_4d, 62, 54, 62,
  ]);
});

test('a metafile with lines or letters is no bitmap', () => {
  expect(
    metafilePicture(
      emf([
        [81, bitmap()],
        [54, new Uint8Array(8)],
      ]),
    ),
  ).toBeNull();
  expect(metafilePicture(emf([]))).toBeNull();
});

test('a metafile that lies is none', () => {
  expect(metafilePicture(emf([[81, bitmap(4_000_000_000)]]))).toBeNull();
  const cut = emf([[81, bitmap()]]);
  for (let length = 0; length < cut.length; length += 7) expect(metafilePicture(cut.slice(0, length))).toBeNull();
  expect(metafilePicture(new Uint8Array(200).fill(255))).toBeNull();
});
