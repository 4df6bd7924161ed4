import { lazy } from 'react';
import type { ViewerProps } from '~/api/content';

// Each viewer is a chunk of its own and comes with the first file of its kind.
const ImageViewer = lazy(async () => ({ default: (await import('./image')).ImageViewer }));
const VideoViewer = lazy(async () => ({ default: (await import('./media')).VideoViewer }));
const AudioViewer = lazy(async () => ({ default: (await import('./media')).AudioViewer }));
const PdfViewer = lazy(async () => ({ default: (await import('./pdf')).PdfViewer }));
const TextViewer = lazy(async () => ({ default: (await import('./text')).TextViewer }));
const MarkdownViewer = lazy(async () => ({ default: (await import('./markdown')).MarkdownViewer }));

/** The viewer for the kind of the content. */
export function Viewer(props: ViewerProps) {
  switch (props.content.kind) {
    case 'image':
      return <ImageViewer {...props} />;
    case 'video':
      return <VideoViewer {...props} />;
    case 'audio':
      return <AudioViewer {...props} />;
    case 'pdf':
      return <PdfViewer {...props} />;
    case 'markdown':
      return <MarkdownViewer {...props} />;
    default:
      return <TextViewer {...props} />;
  }
}
