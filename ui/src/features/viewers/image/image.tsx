import Panzoom, { type PanzoomObject } from '@panzoom/panzoom';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { t } from '~/i18n';
import type { ViewerProps } from '~/api/content';
import { Spinner } from '~/kit/spinner';
import { FailureState } from '../failure-state';
import { useSvgSize, type Size } from './svg-size';
import { WaitingState } from '../waiting-state';
import { ZoomBar } from '../zoom-bar';
import './image.css';

/** How far a picture can be enlarged: beyond the fitting size, and beyond its own. */
const MOST = 12;
const MOST_OF_OWN = 4;
/** Room around the picture; the zoom bar stands in the lower part. */
const ASIDE = 32;
const BELOW = 96;

/** A small picture in the place of a large one that is on its way. */
export function ImagePlaceholder({ src }: { src: string }) {
  return (
    <>
      <img src={src} alt="" data-before className="absolute inset-0 size-full object-contain px-4 pt-4 pb-20" />
      <div role="status" className="absolute inset-s-4 top-4 rounded-full bg-raised p-2 text-muted shadow-card">
        <Spinner className="size-5" />
        <span className="sr-only">{t('preview.loading')}</span>
      </div>
    </>
  );
}

/**
 * A picture that can be zoomed and moved by wheel, fingers, double click and buttons. At first all of it is shown. The
 * small one before it is shown until it comes.
 */
export function ImageViewer({ content, name, before }: ViewerProps & { before?: string | null }) {
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'pictureBroken' | 'pictureMissing'>('loading');
  const [loaded, setLoaded] = useState<Size | null>(null);
  const drawn = useSvgSize(content);
  const room = useSize(stage);
  // An SVG without a size of its own would get an arbitrary one from the browser.
  const own = typeof drawn === 'string' ? null : (drawn ?? loaded);
  const fit = own && room ? Math.min(1, (room.width - ASIDE) / own.width, (room.height - BELOW) / own.height) : 1;
  const { scale, zoom, reset, zoomIn, zoomOut } = usePanzoom(image, fit);
  const fitted = Math.abs(scale - 1) < 0.005;

  if (drawn === 'heavy') return <FailureState text={t('preview.pictureSlow')} />;
  if (state === 'pictureBroken' || state === 'pictureMissing') return <FailureState text={t(`preview.${state}`)} />;
  const shown = state === 'shown' && own !== null;
  return (
    <>
      {!shown && (before ? <ImagePlaceholder src={before} /> : <WaitingState />)}
      <div
        ref={stage}
        data-print
        className="absolute inset-0 grid touch-none grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden pb-16"
        dir="ltr"
      >
        <img
          ref={image}
          // A drawing that no browser can draw would stop the page.
          src={drawn === 'unknown' ? undefined : content.url}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setLoaded({ width: naturalWidth || 300, height: naturalHeight || 300 });
            setState('shown');
          }}
          onError={() => void arrives(content.url).then((came) => setState(came ? 'pictureBroken' : 'pictureMissing'))}
          style={own ? { width: own.width * fit, height: own.height * fit } : undefined}
          className={`checker max-w-none transition-opacity ${shown ? 'opacity-100' : 'opacity-0'}`}
        />
      </div>
      <ZoomBar
        scale={fit * scale}
        onIn={zoomIn}
        onOut={zoomOut}
        onFit={reset}
        onActual={fitted && fit < 1 ? () => zoom(1 / fit) : undefined}
      />
    </>
  );
}

/** Whether a picture that was not shown can be had: browsers do not say why one is not. */
async function arrives(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { Range: 'bytes=0-0' } }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}

/** Zooming of the picture; the scale is that beyond the fitting size. */
function usePanzoom(image: RefObject<HTMLImageElement | null>, fit: number) {
  const panzoom = useRef<PanzoomObject | null>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = image.current;
    const parent = element?.parentElement;
    if (!element || !parent) return undefined;
    const maxScale = Math.max(MOST, MOST_OF_OWN / fit);
    const made = Panzoom(element, { maxScale, minScale: 0.2, step: 0.35, cursor: 'grab' });
    const handleZoom = () => setScale(made.getScale());
    const wheel = (event: WheelEvent) => made.zoomWithWheel(event);
    const toggle = (event: MouseEvent) =>
      made.getScale() > 1 ? made.reset() : made.zoomToPoint(fit < 0.8 ? 1 / fit : 2.5, event, { animate: true });
    element.addEventListener('panzoomchange', handleZoom);
    parent.addEventListener('wheel', wheel, { passive: false });
    parent.addEventListener('dblclick', toggle);
    panzoom.current = made;
    setScale(1);
    return () => {
      element.removeEventListener('panzoomchange', handleZoom);
      parent.removeEventListener('wheel', wheel);
      parent.removeEventListener('dblclick', toggle);
      made.reset({ animate: false });
      made.destroy();
    };
  }, [image, fit]);
  return {
    scale,
    zoom: (to: number) => panzoom.current?.zoom(to, { animate: true }),
    reset: () => panzoom.current?.reset(),
    zoomIn: () => panzoom.current?.zoomIn(),
    zoomOut: () => panzoom.current?.zoomOut(),
  };
}

/** The size of an element, as it changes. */
function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [room, setRoom] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return room;
}
