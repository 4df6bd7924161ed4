import type { FileType } from '~/kit/file-type';

/** The longest edges of the pictures that the server keeps of a file, in pixels. */
const SIDES = [96, 320, 512] as const;

/** How much longer than wide the first page of a document is. */
const PAGE = Math.SQRT2;

/** The address of the smallest picture of a file that is sharp in so many CSS pixels of width. */
export function thumbnailFor(url: string, type: FileType, width: number): string {
  const needed = width * devicePixelRatio * (type === 'pdf' ? PAGE : 1);
  const side = SIDES.find((each) => each >= needed) ?? SIDES[2];
  return `${url}${url.includes('?') ? '&' : '?'}side=${side}`;
}
