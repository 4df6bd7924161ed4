import type JSZip from 'jszip';
import { metafilePicture } from './metafile';
import { sizeOf } from './zip';

const OLD = /^ppt\/media\/[^/]+\.(?:emf|wmf|emz|wmz)$/i;
const TARGET = /(Target="(?:[^"]*\/)?media\/)([^"/]+)"/g;
/** Pictures that are looked at, and the bytes of the largest one and of relations. */
const MOST = 500;
const MOST_PICTURE = 64 * 1024 * 1024;
const MOST_RELATIONS = 2 * 1024 * 1024;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A frame as large as what shows it, with words in its middle. */
const frameOf = (words: string) =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><rect x="1" y="1" width="99%" height="98%" fill="#f6f6f6" stroke="#8a8a8a" ' +
  'stroke-dasharray="4 3"/><text x="50%" y="50%" text-anchor="middle" dominant-baseline="middle" font-family="sans-serif" font-size="12" ' +
  `fill="#505050">${escaped(words)}</text></svg>`;

/**
 * Puts the bitmap of an old picture, or a frame that names its format, in its place: the library of slides draws neither of
 * them, or nothing at all. `label` has the format in braces. Tells whether there was one.
 */
export async function redrawMetafiles(zip: JSZip, label: string): Promise<boolean> {
  const names = new Map<string, string>();
  for (const part of zip.file(OLD).slice(0, MOST)) {
    const name = part.name.slice('ppt/media/'.length);
    const format = /\.(\w+)$/.exec(name)?.[1]?.toUpperCase() ?? '';
    const bytes = sizeOf(part) <= MOST_PICTURE ? await part.async('uint8array') : new Uint8Array();
    const picture = metafilePicture(bytes as Uint8Array<ArrayBuffer>);
    const drawn = picture ? `${name}.bmp` : `${name}.svg`;
    zip.file(`ppt/media/${drawn}`, picture ? await picture.arrayBuffer() : frameOf(label.replace('{kind}', format)));
    names.set(name, drawn);
  }
  if (names.size === 0) return false;
  for (const part of zip.file(/^ppt\/.*_rels\/[^/]+\.rels$/)) {
    if (sizeOf(part) > MOST_RELATIONS) continue;
    const before = await part.async('string');
    const after = before.replace(TARGET, (whole, way: string, name: string) => {
      const drawn = names.get(name);
      return drawn === undefined ? whole : `${way}${drawn}"`;
    });
    if (after !== before) zip.file(part.name, after);
  }
  return true;
}
