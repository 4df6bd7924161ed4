import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { memo, useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { t } from '~/i18n';
import './pdf.css';

type Props = {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  /** Of the first page; until this one is known it is taken to be as large. */
  width: number;
  height: number;
  /** Told when the letters of the page are drawn, and when they are gone. */
  onText: (page: number, layer: TextLayer | null) => void;
};

/** One page: the picture, and over it the letters, so that they can be selected and found. */
export const PdfPage = memo(function PdfPage({ document, number, scale, width, height, onText }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const near = useNear(sheet);
  const [page, setPage] = useState<PDFPageProxy | null>(null);

  useEffect(() => {
    let over = false;
    if (near && !page) {
      void document.getPage(number).then((found) => {
        if (!over) setPage(found);
      });
    }
    return () => {
      over = true;
    };
  }, [near, page, document, number]);

  const viewport = page?.getViewport({ scale });
  const size: CSSProperties = { width: viewport?.width ?? width * scale, height: viewport?.height ?? height * scale };
  return (
    <div
      ref={sheet}
      data-page={number}
      role="region"
      aria-label={t('preview.goToPage') + ` ${number}`}
      className="pdf-page relative mx-auto mb-4 bg-white shadow-card"
      style={{ ...size, '--total-scale-factor': scale } as CSSProperties}
    >
      {near && page && <PageCanvas page={page} scale={scale} onText={onText} />}
    </div>
  );
});

type DrawnProps = { page: PDFPageProxy } & Pick<Props, 'scale' | 'onText'>;

function PageCanvas({ page, scale, onText }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = canvas.current;
    const letters = text.current;
    if (!picture || !letters) return undefined;
    const dense = page.getViewport({ scale: scale * Math.min(2, devicePixelRatio) });
    picture.width = dense.width;
    picture.height = dense.height;
    const task = page.render({ canvas: picture, viewport: dense });
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: letters,
      viewport: page.getViewport({ scale }),
    });
    letters.replaceChildren();
    // Both are cancelled when the page is zoomed or scrolled away; that is no error.
    task.promise.catch(() => undefined);
    layer.render().then(
      () => onText(page.pageNumber, layer),
      () => undefined,
    );
    return () => {
      onText(page.pageNumber, null);
      task.cancel();
      layer.cancel();
    };
  }, [page, scale, onText]);
  return (
    <>
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <div ref={text} className="textLayer" />
    </>
  );
}

/** True while the element is in sight or about to be. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: target.closest('[data-pages]'),
      rootMargin: '120% 0px',
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
