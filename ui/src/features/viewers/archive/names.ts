import { cheapest, decodeBy } from '~/api/encoding-rules';

/** So much of the names is looked at. */
const SAMPLE = 16_384;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function asUtf8(name: Uint8Array): string | null {
  try {
    return utf8.decode(name);
  } catch {
    return null;
  }
}

/** The encoding of the names of an archive that are not UTF-8, from all of them together. */
export function encodingOfNames(names: Iterable<Uint8Array>): string {
  const all: number[] = [];
  for (const name of names) {
    if (all.length >= SAMPLE) break;
    if (asUtf8(name) === null) all.push(...name, 0x2f);
  }
  return all.length === 0 ? 'utf-8' : cheapest('name', Uint8Array.from(all));
}

/** A name in the encoding of its archive. Many programs write UTF-8 without saying so. */
export const decodeName = (name: Uint8Array, encoding: string): string => asUtf8(name) ?? decodeBy(name, encoding);
