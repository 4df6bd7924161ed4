/** Records of one picture that are read. */
const MOST_RECORDS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Where a record of a metafile holds a bitmap: the header of it, its letters and their lengths. */
interface Bitmap {
  readonly header: number;
  readonly headerSize: number;
  readonly bits: number;
  readonly bitsSize: number;
}

/** EMF: records that hold a bitmap, and the place of its four numbers. */
const EMF_BITMAPS: Readonly<Record<number, number>> = { 76: 84, 77: 84, 80: 48, 81: 48 };
/** EMF records that set how is drawn, and draw nothing. */
const EMF_SILENT = new Set([
  1, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38,
  39, 40, 48, 49, 50, 51, 52, 58, 59, 60, 61, 65, 66, 67, 68, 69, 70, 73, 75, 82, 93, 94, 95, 98, 99, 100, 101, 104,
  115,
]);
/** WMF: functions with a bitmap behind so many bytes, and those that draw nothing. */
const WMF_BITMAPS: Readonly<Record<number, number>> = { 0x0f43: 28, 0x0b41: 26, 0x0940: 22 };
const WMF_SILENT = new Set([
  0x0000, 0x001e, 0x0035, 0x00f7, 0x0102, 0x0103, 0x0104, 0x0105, 0x0106, 0x0107, 0x0108, 0x0127, 0x012c, 0x012d,
  0x012e, 0x0142, 0x01f0, 0x01f9, 0x0201, 0x0209, 0x020a, 0x020b, 0x020c, 0x020d, 0x020e, 0x020f, 0x0211, 0x0214,
  0x02fa, 0x02fb, 0x02fc, 0x0234, 0x0410, 0x0412, 0x0415, 0x0416, 0x06ff, 0x0626, 0x0149, 0x0231, 0x0139, 0x0436,
  0x0037, 0x0220, 0x061c,
]);

/** The bitmap of an old metafile that draws nothing else; null for lines and letters, which are not drawn here. */
export function metafilePicture(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  if (bytes.length < 44 || bytes.length > MOST_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isEmf = view.getUint32(0, true) === 1 && view.getUint32(40, true) === 0x46_4d_45_20;
  const bitmaps = isEmf ? emfBitmaps(view) : wmfBitmaps(view);
  // A picture with a mask has two: the mask is the smaller one.
  const best = bitmaps?.toSorted((one, other) => other.bitsSize - one.bitsSize)[0];
  return best ? blobOf(bytes, view, best) : null;
}

/** Null when something else is drawn. */
function emfBitmaps(view: DataView): Bitmap[] | null {
  const found: Bitmap[] = [];
  let at = 0;
  for (let record = 0; record < MOST_RECORDS && at + 8 <= view.byteLength; record += 1) {
    const [type, size] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (size < 8 || at + size > view.byteLength) return null;
    const place = EMF_BITMAPS[type];
    if (type === 14) return found;
    if (place !== undefined && size >= place + 16) {
      const [header, headerSize, bits, bitsSize] = [0, 4, 8, 12].map((more) => view.getUint32(at + place + more, true));
      // Without a bitmap the record fills with a colour.
      if (headerSize && header !== undefined && bits !== undefined && bitsSize)
        found.push({ header: at + header, headerSize, bits: at + bits, bitsSize });
    } else if (!EMF_SILENT.has(type)) return null;
    at += size;
  }
  return null;
}

function wmfBitmaps(view: DataView): Bitmap[] | null {
  const found: Bitmap[] = [];
  const isPlaceable = view.getUint32(0, true) === 0x9a_c6_cd_d7;
  const start = isPlaceable ? 22 : 0;
  if (view.getUint16(start, true) > 2 || view.getUint16(start + 2, true) !== 9) return null;
  let at = start + 18;
  for (let record = 0; record < MOST_RECORDS && at + 6 <= view.byteLength; record += 1) {
    const [size, type] = [view.getUint32(at, true) * 2, view.getUint16(at + 4, true)];
    if (size < 6 || at + size > view.byteLength) return null;
    if (type === 0) return found;
    const place = WMF_BITMAPS[type];
    if (place !== undefined && size > place + 40) {
      const header = at + place;
      const headerSize = view.getUint32(header, true) + paletteOf(view, header);
      if (headerSize < 40 || place + headerSize >= size) return null;
      found.push({ header, headerSize, bits: header + headerSize, bitsSize: size - place - headerSize });
    } else if (!WMF_SILENT.has(type)) return null;
    at += size;
  }
  return null;
}

function paletteOf(view: DataView, header: number): number {
  const depth = view.getUint16(header + 14, true);
  const used = view.getUint32(header + 32, true);
  if (view.getUint32(header + 16, true) === 3) return 12;
  return depth <= 8 ? Math.min(used || 2 ** depth, 256) * 4 : 0;
}

/** A file of the bitmap, which may be one of today's as it is. */
function blobOf(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  { header, headerSize, bits, bitsSize }: Bitmap,
): Blob | null {
  if (headerSize < 40 || header + headerSize > bytes.length || bits + bitsSize > bytes.length) return null;
  const body = bytes.subarray(bits, bits + bitsSize);
  const packing = view.getUint32(header + 16, true);
  if (packing === 4 || packing === 5) return new Blob([body], { type: packing === 4 ? 'image/jpeg' : 'image/png' });
  const front = new DataView(new ArrayBuffer(14));
  front.setUint16(0, 0x42_4d);
  front.setUint32(2, 14 + headerSize + bitsSize, true);
  front.setUint32(10, 14 + headerSize, true);
  return new Blob([front.buffer, bytes.subarray(header, header + headerSize), body], { type: 'image/bmp' });
}
