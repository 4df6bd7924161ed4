import Panzoom, { type PanzoomObject } from '@panzoom/panzoom';
import { useEffect, useRef, useState } from 'react';
import { t } from '~/i18n';
import type { ViewerProps } from '~/api/content';
import { Failed } from './failed';
import { Waiting } from './waiting';
import { ZoomBar } from './zoom-bar';

const MOST = 12;

/** A picture that can be zoomed and moved by wheel, fingers, double click and buttons. */
export function ImageViewer({ content, name }: ViewerProps) {
  const image = useRef<HTMLImageElement>(null);
  const panzoom = useRef<PanzoomObject | null>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [scale, setScale] = useState(1);

  useEffect(() => {
    const element = image.current;
    const parent = element?.parentElement;
    if (!element || !parent) return undefined;
    const made = Panzoom(element, { maxScale: MOST, minScale: 0.2, step: 0.35, cursor: 'grab' });
    const zoomed = () => setScale(made.getScale());
    const wheel = (event: WheelEvent) => made.zoomWithWheel(event);
    const toggle = (event: MouseEvent) =>
      made.getScale() > 1 ? made.reset() : made.zoomToPoint(2.5, event, { animate: true });
    element.addEventListener('panzoomchange', zoomed);
    parent.addEventListener('wheel', wheel, { passive: false });
    parent.addEventListener('dblclick', toggle);
    panzoom.current = made;
    return () => {
      element.removeEventListener('panzoomchange', zoomed);
      parent.removeEventListener('wheel', wheel);
      parent.removeEventListener('dblclick', toggle);
      made.destroy();
    };
  }, []);

  if (state === 'failed') return <Failed text={t('preview.mediaDecode')} />;
  return (
    <>
      {state === 'loading' && <Waiting />}
      <div className="absolute inset-0 grid touch-none place-items-center overflow-hidden p-4 pb-20" dir="ltr">
        <img
          ref={image}
          src={content.url}
          alt={name}
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className={`max-h-full max-w-full object-contain transition-opacity ${state === 'shown' ? 'opacity-100' : 'opacity-0'}`}
        />
      </div>
      <ZoomBar
        scale={scale}
        onIn={() => panzoom.current?.zoomIn()}
        onOut={() => panzoom.current?.zoomOut()}
        onFit={() => panzoom.current?.reset()}
      />
    </>
  );
}
