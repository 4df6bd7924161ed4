import type JSZip from 'jszip';
import { parse } from './word-elements';

/** What a relation of a part leads to. */
export interface Target {
  readonly kind: string;
  readonly path: string;
  readonly outside: boolean;
}

/** Larger parts of drawings are not read. */
const MOST_PART = 8 * 1024 * 1024;

/** Media types of pictures that a browser draws, by the endings of their names. */
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  dib: 'image/bmp',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  ico: 'image/x-icon',
};

export const endingOf = (path: string): string => (/\.([^./]+)$/.exec(path)?.[1] ?? '').toLowerCase();
export const isDrawable = (path: string): boolean => Object.hasOwn(PICTURES, endingOf(path));

function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** The parts that a document refers to. */
export class Parts {
  readonly #zip: JSZip;
  readonly #relations = new Map<string, Promise<ReadonlyMap<string, Target>>>();
  readonly #pictures = new Map<string, Promise<string | null>>();

  constructor(zip: JSZip) {
    this.#zip = zip;
  }

  /** The relations of a part by their ids. */
  relations(part: string): Promise<ReadonlyMap<string, Target>> {
    const known = this.#relations.get(part) ?? this.#readRelations(part);
    this.#relations.set(part, known);
    return known;
  }

  async #readRelations(part: string): Promise<ReadonlyMap<string, Target>> {
    const [, folder = '', name = part] = /^(.*)\/([^/]+)$/.exec(part) ?? [];
    const xml = await this.xml(`${folder}/_rels/${name}.rels`);
    const found = new Map<string, Target>();
    for (const one of xml?.documentElement.children ?? []) {
      const outside = one.getAttribute('TargetMode') === 'External';
      const target = one.getAttribute('Target') ?? '';
      const path = outside ? target : resolved(folder, target);
      found.set(one.getAttribute('Id') ?? '', { kind: one.getAttribute('Type') ?? '', path, outside });
    }
    return found;
  }

  async xml(path: string): Promise<Document | null> {
    const part = this.#zip.file(path);
    const text = await part?.async('string');
    if (text === undefined || text.length > MOST_PART) return null;
    const xml = parse(text);
    return xml.querySelector('parsererror') ? null : xml;
  }

  async bytes(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const bytes = await this.#zip.file(path)?.async('uint8array');
    return bytes ? new Uint8Array(bytes) : null;
  }

  /** The address of a picture in this frame; null for one that no browser draws. */
  picture(path: string): Promise<string | null> {
    const known = this.#pictures.get(path) ?? this.#readPicture(path);
    this.#pictures.set(path, known);
    return known;
  }

  async #readPicture(path: string): Promise<string | null> {
    const type = PICTURES[endingOf(path)];
    const bytes = type === undefined ? null : await this.bytes(path);
    return bytes && URL.createObjectURL(new Blob([bytes], { type: type ?? '' }));
  }
}
