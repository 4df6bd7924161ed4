import { metafilePicture } from './metafile';
import { wordOf } from './docx-words';

/** Of addresses that were looked at; a document has few pictures that no browser draws. */
const MOST = 200;
const known = new Map<string, string>();

function bytesOf(address: string): Uint8Array<ArrayBuffer> | null {
  const [, encoded] = /^data:[^,]*;base64,(.*)$/s.exec(address) ?? [];
  return encoded === undefined ? null : Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

/** The format of a picture, as people name it. */
const formatOf = (address: string) => /^data:image\/(?:x-)?(\w+)/.exec(address)?.[1]?.slice(0, 8).toUpperCase() ?? '';

/** A frame that says what stands there. */
function frameOf(address: string): string {
  const format = formatOf(address);
  const words =
    format === '' ? wordOf('Not shown here') : wordOf('Not shown here: {format}').replace('{format}', format);
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="120" viewBox="0 0 240 120" preserveAspectRatio="xMidYMid meet">' +
    '<rect x="1" y="1" width="238" height="118" fill="#f6f6f6" stroke="#8a8a8a" stroke-dasharray="4 3"/>' +
    `<text x="120" y="65" text-anchor="middle" font-family="sans-serif" font-size="14" fill="#505050">${words}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function drawnAs(address: string): string {
  const had = known.get(address);
  if (had !== undefined) return had;
  const bytes = bytesOf(address);
  const picture = bytes && metafilePicture(bytes);
  const made = picture ? URL.createObjectURL(picture) : frameOf(address);
  if (known.size < MOST) known.set(address, made);
  return made;
}

function onError({ target }: Event): void {
  if (!(target instanceof HTMLImageElement) || target.dataset['redrawn'] !== undefined) return;
  target.dataset['redrawn'] = '';
  target.src = drawnAs(target.src);
}

/** Draws pictures of old formats that hold a bitmap, and a frame for others; the document keeps what it has. */
export function drawOldPictures(): void {
  addEventListener('error', onError, { capture: true });
}
