import { useEffect, useState } from 'react';
import type { Content } from '~/api/content';
import { isHeavySvg } from './svg-weight';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size that an SVG names itself: its width and height, else its viewBox. Null when it names none. */
export function svgSize(text: string): Size | null {
  const tag = /<svg\b[^>]*>/i.exec(text)?.[0] ?? '';
  const read = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1]?.trim() ?? '';
  const length = (name: string) => (/^[\d.]+(px)?$/.test(read(name)) ? Number.parseFloat(read(name)) : 0);
  const [, , width = 0, height = 0] = read('viewBox')
    .split(/[\s,]+/)
    .map(Number);
  const own = { width: length('width'), height: length('height') };
  if (own.width > 0 && own.height > 0) return own;
  return width > 0 && height > 0 ? { width, height } : null;
}

/** What is known of an SVG: 'unknown' until it is read, 'heavy' when no browser can draw it, null for one without a size. */
type Known = Size | null | 'unknown' | 'heavy';

const measureSvg = (text: string): Known => (isHeavySvg(text) ? 'heavy' : svgSize(text));

/** The size of an SVG; null for other pictures. */
export function useSvgSize({ url, content_type: type }: Content): Known {
  const isSvg = type.startsWith('image/svg');
  const [found, setFound] = useState<Known>(isSvg ? 'unknown' : null);
  useEffect(() => {
    if (!isSvg) return undefined;
    if (url.startsWith('data:')) {
      setFound(measureSvg(decodeURIComponent(url.slice(url.indexOf(',') + 1))));
      return undefined;
    }
    const gone = new AbortController();
    fetch(url, { signal: gone.signal })
      .then(async (response) => setFound(measureSvg(await response.text())))
      .catch(() => {
        if (!gone.signal.aborted) setFound(null);
      });
    return () => gone.abort();
  }, [url, isSvg]);
  return found;
}
