import { useEffect, useRef, useState, type RefObject } from 'react';
import { num, t } from '~/i18n';
import { useWidth } from '~/kit/use-width';
import type { ViewerProps } from '~/api/content';
import { usePdf, type PdfState } from './pdf-document';
import { PdfPage } from './pdf-page';
import { Failed } from './failed';
import { Waiting } from './waiting';
import { ZoomBar } from './zoom-bar';

const STEP = 1.2;
const LEAST = 0.25;
const MOST = 5;
/** Pages of a wide window are not wider than they are easy to read. */
const WIDEST = 960;

/** A document page by page; only those near the window are drawn. */
export function PdfViewer({ content }: ViewerProps) {
  const pdf = usePdf(content.url);
  if (pdf.status === 'failed') return <Failed text={pdf.locked ? t('preview.password') : t('preview.mediaDecode')} />;
  if (pdf.status === 'loading') return <Waiting />;
  return <Pages pdf={pdf} />;
}

function Pages({ pdf }: { pdf: Extract<PdfState, { status: 'open' }> }) {
  const { document, width, height } = pdf;
  const scroller = useRef<HTMLDivElement>(null);
  const room = useWidth(scroller);
  const [zoom, setZoom] = useState(1);
  const at = useCurrentPage(scroller, document.numPages);
  const fit = room > 0 ? Math.min(WIDEST, room - 24) / width : 0;
  const scale = fit * zoom;
  const change = (factor: number) => {
    const element = scroller.current;
    const share = element ? element.scrollTop / Math.max(1, element.scrollHeight) : 0;
    setZoom((now) => Math.min(MOST, Math.max(LEAST, now * factor)));
    requestAnimationFrame(() => element && (element.scrollTop = share * element.scrollHeight));
  };
  return (
    <>
      <div
        ref={scroller}
        data-pages
        dir="ltr"
        role="document"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        tabIndex={0}
        aria-label={t('preview.pages')}
        className="scroll-thin absolute inset-0 overflow-auto px-3 pt-1 pb-20 outline-none"
      >
        {scale > 0 &&
          Array.from({ length: document.numPages }, (_, index) => (
            <PdfPage key={index} document={document} number={index + 1} scale={scale} width={width} height={height} />
          ))}
      </div>
      <ZoomBar scale={scale} onIn={() => change(STEP)} onOut={() => change(1 / STEP)} onFit={() => setZoom(1)}>
        <span className="border-e border-line ps-3 pe-3 text-xs whitespace-nowrap" role="status">
          {t('preview.page', { at: num(at), total: num(document.numPages) })}
        </span>
      </ZoomBar>
    </>
  );
}

/** The page that takes up the middle of the window. */
function useCurrentPage(scroller: RefObject<HTMLElement | null>, total: number): number {
  const [at, setAt] = useState(1);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      const middle = element.scrollTop + element.clientHeight / 2;
      const pages = [...element.querySelectorAll<HTMLElement>('[data-page]')];
      const index = pages.findLastIndex((page) => page.offsetTop <= middle);
      setAt(Math.min(total, Math.max(1, index + 1)));
    };
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [scroller, total]);
  return at;
}
