import { Maximize, Minus, Plus, Scan } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { percent } from '~/i18n/format';
import { IconButton } from '~/kit/icon-button';

type Props = {
  scale: number;
  onIn: () => void;
  onOut: () => void;
  onFit: () => void;
  /** In place of fitting, while it fits already: 100 %. */
  onActual?: (() => void) | undefined;
  children?: ReactNode;
};

/** Floats above the lower edge of the viewer. */
export function ZoomBar({ scale, onIn, onOut, onFit, onActual, children }: Props) {
  return (
    <div className="absolute inset-x-0 bottom-4 print:hidden z-10 mx-auto flex w-fit items-center gap-0.5 rounded-full bg-raised p-1 shadow-pop ring-1 ring-line">
      {children}
      <IconButton label={t('preview.zoomOut')} className="rounded-full" onClick={onOut}>
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <span
        className="min-w-12 text-center text-xs"
        role="status"
        aria-label={t('preview.zoomNow', { share: percent(scale) })}
      >
        {percent(scale)}
      </span>
      <IconButton label={t('preview.zoomIn')} className="rounded-full" onClick={onIn}>
        <Plus size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={onActual ? t('preview.zoomActual') : t('preview.zoomFit')}
        className="rounded-full"
        onClick={onActual ?? onFit}
      >
        {onActual ? <Maximize size={17} aria-hidden="true" /> : <Scan size={17} aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
