import { PenLine, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { num, t, withWords } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { readingLine } from '~/kit/reading-line';
import { toast } from '~/kit/toast';
import { Tooltip } from '~/kit/tooltip';
import { useWidth } from '~/kit/use-width';
import type { Finding, ViewerProps } from '~/api/content';
import { usePdf, type PdfState } from '../pdf-document';
import { PdfFind } from './find';
import { PasswordForm } from '../password-form';
import { PdfPage } from './page';
import { ChunkBoundary } from '../chunk-boundary';
import { FailureState } from '../failure-state';
import { FindBar } from './find-bar';
import { useMarkable, type Markable } from './use-markable';
import { useFindKey } from '../use-find-key';
import { WaitingState } from '../waiting-state';
import { ZoomBar } from '../zoom-bar';

const Marks = lazy(async () => ({ default: (await withWords(import('../marks/marks'), 'marks')).Marks }));

const STEP = 1.2;
const LEAST = 0.25;
const MOST = 5;
/** Pages of a wide window are not wider than they are easy to read. */
const WIDEST = 960;

/** A document page by page; only those near the window are drawn. With the right to change it, it can be marked. */
export function PdfViewer({ content, name, finding, marking }: ViewerProps) {
  const [marked, setMarked] = useState<{ readonly page: number } | null>(null);
  // A document that is opened again, after it was marked, shows the page of before.
  const [seen] = useState<Seen>(() => ({ page: finding?.place ?? 1, found: false }));
  const pdf = usePdf(content.url);
  if (marked && marking) {
    return (
      <ChunkBoundary>
        <Suspense fallback={<WaitingState />}>
          <Marks
            content={content}
            name={name}
            marking={marking}
            page={marked.page}
            onClose={(page) => {
              seen.page = page;
              setMarked(null);
            }}
          />
        </Suspense>
      </ChunkBoundary>
    );
  }
  if (pdf.status === 'locked') {
    return <PasswordForm text={t('preview.password')} wrong={pdf.wrong} onTry={pdf.open} />;
  }
  if (pdf.status === 'failed') {
    const text = t('preview.pagesBroken');
    return <FailureState text={marking ? `${text} ${t('preview.markBroken')}` : text} />;
  }
  if (pdf.status === 'loading') return <WaitingState />;
  return (
    <Pages
      key={content.url}
      pdf={pdf}
      finding={finding}
      seen={seen}
      size={content.size}
      onMark={marking && content.version_id ? (page) => setMarked({ page }) : undefined}
    />
  );
}

/** State that outlives the pages. */
interface Seen {
  page: number;
  /** The words of the address were found. */
  found: boolean;
}

type PagesProps = {
  pdf: Extract<PdfState, { status: 'open' }>;
  finding: Finding | undefined;
  seen: Seen;
  size: number;
  onMark: ((page: number) => void) | undefined;
};

function Pages({ pdf, finding, seen, size, onMark }: PagesProps) {
  const { document, width, height } = pdf;
  const scroller = useRef<HTMLDivElement>(null);
  const room = useWidth(scroller);
  const [zoom, setZoom] = useState(1);
  const at = useCurrentPage(scroller, document.numPages, seen);
  const markable = useMarkable(document, size, pdf.encrypted);
  const fit = room > 0 ? Math.min(WIDEST, room - 24) / width : 0;
  const scale = fit * zoom;
  const find = useFind(pdf, scroller, finding, seen, scale > 0);
  const { open } = useSyncExternalStore(find.subscribe, find.snapshot);
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
            <PdfPage
              key={index}
              document={document}
              number={index + 1}
              scale={scale}
              width={width}
              height={height}
              onText={find.show}
            />
          ))}
      </div>
      {open && (
        <FindBar
          find={find}
          onClose={() => {
            find.close();
            scroller.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <ZoomBar scale={scale} onIn={() => change(STEP)} onOut={() => change(1 / STEP)} onFit={() => setZoom(1)}>
        {onMark && <MarkButton markable={markable} onMark={() => onMark(at)} />}
        <IconButton label={t('preview.find')} className="rounded-full" aria-expanded={open} onClick={() => find.open()}>
          <Search size={17} aria-hidden="true" />
        </IconButton>
        <span className="border-x border-line px-3 text-xs whitespace-nowrap" role="status">
          {t('preview.page', { at: num(at), total: num(document.numPages) })}
        </span>
      </ZoomBar>
    </>
  );
}

/** Where marking is not possible it says why. */
function MarkButton({ markable, onMark }: { markable: Markable; onMark: () => void }) {
  const label = t('preview.markUp');
  const reason = markable.reason && t(markable.reason);
  return (
    <Tooltip label={reason || label}>
      <button
        type="button"
        aria-disabled={reason ? true : undefined}
        aria-label={reason ? `${label}: ${reason}` : label}
        onClick={() => (reason ? toast({ title: reason }) : onMark())}
        className="control-height inline-flex items-center gap-2 rounded-full px-3 text-sm font-semibold text-brand transition hover:bg-brand-soft aria-disabled:text-muted aria-disabled:opacity-60"
      >
        <PenLine size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">{label}</span>
      </button>
    </Tooltip>
  );
}

/** The search in the document; Ctrl+F opens it, and the address may ask for words on a page. */
function useFind(
  { document }: PagesProps['pdf'],
  scroller: RefObject<HTMLElement | null>,
  finding: Finding | undefined,
  seen: Seen,
  drawn: boolean,
): PdfFind {
  const find = useMemo(() => new PdfFind(document), [document]);
  const { words = '', place = null } = finding ?? {};
  const first = useRef(true);
  useLayoutEffect(() => {
    find.scroller = scroller.current;
    return () => find.close();
  }, [find, scroller]);
  useEffect(() => {
    if (!drawn) return;
    if (first.current && seen.page > 1) find.toPage(seen.page);
    first.current = false;
    if (!words || seen.found) return;
    seen.found = true;
    find.open(false);
    void find.find(words, { page: place ?? 1, anyOf: true });
  }, [find, words, place, seen, drawn]);
  useFindKey(() => {
    find.open();
    const field = scroller.current?.parentElement?.querySelector<HTMLInputElement>('[role=searchbox]');
    field?.focus();
    field?.select();
  });
  return find;
}

/** The page that takes up the middle of the window. */
function useCurrentPage(scroller: RefObject<HTMLElement | null>, total: number, seen: Seen): number {
  const [at, setAt] = useState(1);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      const line = element.scrollTop + readingLine(element);
      const pages = [...element.querySelectorAll<HTMLElement>('[data-page]')];
      const index = pages.findLastIndex((page) => page.offsetTop <= line);
      seen.page = Math.min(total, Math.max(1, index + 1));
      setAt(seen.page);
    };
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [scroller, total, seen]);
  return at;
}
