import { lazy, type ComponentType } from 'react';
import type { Kind, ViewerProps } from './content';

/** Each viewer is a chunk of its own and comes with the first file of its kind. */
const viewers: Record<Exclude<Kind, 'none'>, ComponentType<ViewerProps>> = {
  image: lazy(async () => ({ default: (await import('./image')).ImageViewer })),
  video: lazy(async () => ({ default: (await import('./media')).VideoViewer })),
  audio: lazy(async () => ({ default: (await import('./media')).AudioViewer })),
  pdf: lazy(async () => ({ default: (await import('./pdf')).PdfViewer })),
  text: lazy(async () => ({ default: (await import('./text')).TextViewer })),
  markdown: lazy(async () => ({ default: (await import('./markdown')).MarkdownViewer })),
};

export function viewerOf(kind: Kind): ComponentType<ViewerProps> | null {
  return kind === 'none' ? null : (viewers[kind] ?? null);
}
