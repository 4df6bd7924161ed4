import { report } from './stage';
import type { Order } from './protocol';
import libheif from 'libheif-js/libheif-wasm/libheif.js';

/** Pictures larger than this take too much memory as pixels. */
const MOST_PIXELS = 60_000_000;

async function decode(bytes: ArrayBuffer, wasm: ArrayBuffer) {
  const library = await libheif({ wasmBinary: wasm });
  const [picture] = new library.HeifDecoder().decode(new Uint8Array(bytes));
  if (!picture) return report({ type: 'trouble', kind: 'unreadable' });
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height > MOST_PIXELS) return report({ type: 'trouble', kind: 'large' });
  const drawn = await new Promise<ImageData | null>((done) => picture.display(new ImageData(width, height), done));
  if (!drawn) return report({ type: 'trouble', kind: 'unreadable' });
  const pixels = drawn.data.buffer;
  return report({ type: 'picture', pixels, width, height }, [pixels]);
}

addEventListener('message', ({ source, data }: MessageEvent<Order>) => {
  if (source !== parent) return;
  if (data.type === 'ping') report({ type: 'pong' });
  if (data.type === 'show' && data.wasm) {
    decode(data.bytes, data.wasm).catch(() => report({ type: 'trouble', kind: 'unreadable' }));
  }
});
report({ type: 'ready' });
