/**
 * The bytes of a HEIC whose main picture is the small one that the camera put beside it; null when there is none. Only the
 * numbers that name the main picture are changed, so the library reads it like any other.
 */
export function thumbnailOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const meta = boxIn(view, 0, bytes.length, 'meta');
  const main = meta && boxIn(view, meta.at + 4, meta.end, 'pitm');
  const references = meta && boxIn(view, meta.at + 4, meta.end, 'iref');
  if (!main || !references || main.end - main.at < 6) return null;
  // The numbers of pictures have two bytes, or four in a later version.
  const [wide, far] = [view.getUint8(main.at) > 0, view.getUint8(references.at) > 0];
  const from = wide ? view.getUint32(main.at + 4) : view.getUint16(main.at + 4);
  const number = (at: number) => (far ? view.getUint32(at) : view.getUint16(at));
  const size = far ? 4 : 2;
  for (const box of boxes(view, references.at + 4, references.end)) {
    if (box.name !== 'thmb' || box.end - box.at < 2 * size + 2 || number(box.at + size + 2) !== from) continue;
    const changed = new Uint8Array(bytes);
    const write = new DataView(changed.buffer);
    if (wide) write.setUint32(main.at + 4, number(box.at));
    else write.setUint16(main.at + 4, number(box.at));
    // It is no small picture of another any more, so it counts as one of its own.
    write.setUint32(box.at - 4, FREE);
    unhide(write, meta, number(box.at));
    return changed;
  }
  return null;
}

/** The main picture may not be one that is hidden. */
function unhide(view: DataView, meta: Box, id: number): void {
  const all = boxIn(view, meta.at + 4, meta.end, 'iinf');
  if (!all) return;
  for (const { name, at, end } of boxes(view, all.at + (view.getUint8(all.at) > 0 ? 8 : 6), all.end)) {
    if (name !== 'infe' || end - at < 8) continue;
    if ((view.getUint8(at) > 2 ? view.getUint32(at + 4) : view.getUint16(at + 4)) === id) view.setUint8(at + 3, 0);
  }
}

const FREE = 0x66726565;
const HEAD = 8;
const MOST_BOXES = 256;

interface Box {
  readonly name: string;
  /** Of what is in it. */
  readonly at: number;
  readonly end: number;
}

function* boxes(view: DataView, from: number, end: number): Generator<Box> {
  let at = from;
  for (let count = 0; at + HEAD <= end && count < MOST_BOXES; count += 1) {
    const size = view.getUint32(at);
    if (size < HEAD || at + size > end) return;
    const name = String.fromCharCode(...Array.from({ length: 4 }, (_, index) => view.getUint8(at + 4 + index)));
    yield { name, at: at + HEAD, end: at + size };
    at += size;
  }
}

function boxIn(view: DataView, from: number, end: number, name: string): Box | undefined {
  for (const box of boxes(view, from, end)) if (box.name === name) return box;
  return undefined;
}
