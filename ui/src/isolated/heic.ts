import { thumbnailOf } from './heic-thumbnail';
import { report } from './stage';
import type { Order } from './protocol';
import libheif, { type Library, type Picture } from 'libheif-js/libheif-wasm/libheif.js';

/** Pictures larger than this take too much memory as pixels. */
const MOST_PIXELS = 60_000_000;
/** One that the camera put beside the picture is a few hundred pixels wide. */
const MOST_OF_THUMBNAIL = 1_000_000;
/** Until the page has painted what was sent to it, in ms. */
const PAINTED = 120;

async function decode(bytes: Uint8Array, wasm: ArrayBuffer) {
  const library = await libheif({ wasmBinary: wasm });
  await showThumbnail(library, bytes);
  const picture = mainOf(new library.HeifDecoder().decode(bytes));
  if (!picture) return report({ type: 'trouble', kind: 'unreadable' });
  if (picture.get_width() * picture.get_height() > MOST_PIXELS) return report({ type: 'trouble', kind: 'large' });
  const drawn = await draw(picture);
  if (!drawn) return report({ type: 'trouble', kind: 'unreadable' });
  return send(drawn, picture.has_alpha_channel(), false);
}

/** Shows the small picture of the camera until the picture itself is decoded. A picture without one is none the worse. */
async function showThumbnail(library: Library, bytes: Uint8Array) {
  const other = thumbnailOf(bytes);
  const small = other && mainOf(new library.HeifDecoder().decode(other));
  if (!small || small.get_width() * small.get_height() > MOST_OF_THUMBNAIL) return;
  const drawn = await draw(small);
  if (!drawn) return;
  send(drawn, small.has_alpha_channel(), true);
  // The page may have the same thread, and is to paint it before that is busy.
  await new Promise((done) => setTimeout(done, PAINTED));
}

const mainOf = (all: Picture[]) => all.find((one) => one.is_primary()) ?? all[0];

const draw = (picture: Picture) =>
  new Promise<ImageData | null>((done) =>
    picture.display(new ImageData(picture.get_width(), picture.get_height()), done),
  );

function send({ data, width, height }: ImageData, isClear: boolean, isPreview: boolean) {
  const pixels = data.buffer;
  report({ type: 'picture', pixels, width, height, isClear, isPreview }, [pixels]);
}

addEventListener('message', ({ source, data }: MessageEvent<Order>) => {
  if (source !== parent) return;
  if (data.type === 'ping') report({ type: 'pong' });
  if (data.type === 'show' && data.wasm) {
    decode(new Uint8Array(data.bytes), data.wasm).catch(() => report({ type: 'trouble', kind: 'unreadable' }));
  }
});
report({ type: 'ready' });
