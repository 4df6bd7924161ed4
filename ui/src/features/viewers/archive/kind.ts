import type { Content } from '~/api/content';
import { endingOf, fileType } from '~/kit/file-type';

type Shown = Pick<Content, 'kind' | 'content_type'>;

const images: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
};
const plain =
  /^(read-?me|makefile|dockerfile|licen[sc]e|copying|notice|authors|changelog|changes|news|todo|\.[\w-]+)$/i;

/**
 * How to show a file of an archive, by its name; null when no viewer can without the server. Pages of HTML are text:
 * nothing of an archive runs.
 */
export function viewOfName(name: string): Shown | null {
  const ending = endingOf(name);
  const image = images[ending];
  if (image) return { kind: 'image', content_type: image };
  if (ending === 'pdf') return { kind: 'pdf', content_type: 'application/pdf' };
  if (/\.(zip|jar|tar|tgz|tar\.gz)$/i.test(name)) return { kind: 'archive', content_type: '' };
  if (ending === 'md' || ending === 'markdown') return { kind: 'markdown', content_type: 'text/plain' };
  const type = fileType(name, '');
  if (type === 'code' || type === 'text' || ending === 'csv' || ending === 'tsv' || plain.test(name))
    return { kind: 'text', content_type: 'text/plain' };
  // The browser tells the format from the bytes.
  if (type === 'video') return { kind: 'video', content_type: '' };
  if (type === 'audio') return { kind: 'audio', content_type: '' };
  return null;
}
