import { FileX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ViewerProps } from '~/api/content';
import { t } from '~/i18n';
import { State } from '~/kit/state';
import { ChunkBoundary } from '../chunk-boundary';
import { WaitingState } from '../waiting-state';
import { viewerOf } from './which';

// Each viewer is a chunk of its own and comes with the first file of its kind.
const ImageViewer = lazy(async () => ({ default: (await import('../image/image')).ImageViewer }));
const VideoViewer = lazy(async () => ({ default: (await import('../media/media')).VideoViewer }));
const AudioViewer = lazy(async () => ({ default: (await import('../media/media')).AudioViewer }));
const PdfViewer = lazy(async () => ({ default: (await import('../pdf/pdf')).PdfViewer }));
const TextViewer = lazy(async () => ({ default: (await import('../text/text')).TextViewer }));
const ProseViewer = lazy(async () => ({ default: (await import('../text/prose')).ProseViewer }));
const TableViewer = lazy(async () => ({ default: (await import('../sheet/table')).TableViewer }));
const BlocksViewer = lazy(async () => ({ default: (await import('../document/blocks')).BlocksViewer }));
const SheetViewer = lazy(async () => ({ default: (await import('../sheet/sheet')).SheetViewer }));
const ArchiveViewer = lazy(async () => ({ default: (await import('../archive/archive')).ArchiveViewer }));
const DocxViewer = lazy(async () => ({ default: (await import('../document/docx')).DocxViewer }));
const PptxViewer = lazy(async () => ({ default: (await import('../document/pptx')).PptxViewer }));
const FontViewer = lazy(async () => ({ default: (await import('../font/font')).FontViewer }));
const HeicViewer = lazy(async () => ({ default: (await import('../image/heic')).HeicViewer }));
const TiffViewer = lazy(async () => ({ default: (await import('../image/tiff')).TiffViewer }));
const MarkdownViewer = lazy(async () => ({ default: (await import('../text/markdown')).MarkdownViewer }));

const viewers = {
  image: ImageViewer,
  pdf: PdfViewer,
  text: TextViewer,
  prose: ProseViewer,
  table: TableViewer,
  markdown: MarkdownViewer,
  blocks: BlocksViewer,
  sheet: SheetViewer,
  archive: (props: ViewerProps) => <ArchiveViewer {...props} Opened={Viewer} />,
  docx: DocxViewer,
  pptx: PptxViewer,
  font: FontViewer,
  heic: HeicViewer,
  tiff: TiffViewer,
};

/** There is nothing to read in it, and nothing is damaged. */
function EmptyFile() {
  return (
    <div className="grid h-full place-items-center">
      <State
        icon={<FileX size={36} strokeWidth={1.6} />}
        title={t('preview.emptyTitle')}
        text={t('preview.emptyText')}
      />
    </div>
  );
}

/** The viewer of the content. */
export function Viewer(props: ViewerProps) {
  const { kind, size } = props.content;
  if (size === 0) return <EmptyFile />;
  const name = viewerOf(kind, props.name) ?? 'text';
  const Chosen = name === 'media' ? (kind === 'video' ? VideoViewer : AudioViewer) : viewers[name];
  return (
    <ChunkBoundary>
      <Suspense fallback={<WaitingState />}>
        <Chosen {...props} />
      </Suspense>
    </ChunkBoundary>
  );
}
