import { Download, ChevronLeft, ChevronRight, ArrowRight } from 'lucide-react';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import type { Content } from '~/api/content';
import { WaitingState } from '~/features/viewers/waiting-state';
import { isRtl, t, withWords } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { hasLinkEnded } from './public-api';
import { IconButton } from '~/kit/icon-button';

const Viewer = lazy(async () => ({
  default: (await withWords(import('~/features/viewers/frame/viewer'), 'preview')).Viewer,
}));

type Props = {
  name: string;
  content: Content;
  viewOnly: boolean;
  busy?: boolean;
  /** Missing where the link is for viewing. */
  onDownload?: (() => void) | undefined;
  onClose: () => void;
  /** The link has ended. */
  onGrantEnd: () => void;
  /** To the files beside it. */
  steps?: ReactNode;
};

/** The content with a download button. */
export function DownloadStage({ name, content, viewOnly, busy, onDownload, onClose, onGrantEnd, steps }: Props) {
  // What is shown in its place would say only that something failed.
  useEffect(() => {
    let shown = true;
    void hasLinkEnded(content.url).then((ended) => shown && ended && onGrantEnd());
    return () => {
      shown = false;
    };
  }, [content.url, onGrantEnd]);
  return (
    <>
      <div className="flex items-center gap-2 pb-3">
        <IconButton label={t('common.back')} onClick={onClose}>
          <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
        </IconButton>
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-base font-bold">
            <bdi>{name}</bdi>
          </h1>
          <p className="truncate text-xs text-muted">
            {size(content.size)}
            {viewOnly && ` · ${t('publiclink.viewOnlyShort')}`}
          </p>
        </div>
        {steps}
        {onDownload && (
          <Button
            kind="solid"
            busy={busy}
            icon={<Download size={18} aria-hidden="true" />}
            onClick={onDownload}
            aria-label={t('publiclink.download')}
          >
            <span className="max-sm:sr-only">{t('publiclink.download')}</span>
          </Button>
        )}
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-card bg-sunken ring-1 ring-line">
        <Suspense fallback={<WaitingState />}>
          <Viewer key={content.url} name={name} content={content} viewOnly={viewOnly} />
        </Suspense>
      </div>
    </>
  );
}

type StepsProps = { onPrevious: (() => void) | null; onNext: (() => void) | null };

/** Buttons to the files before and after. */
export function StageSteps({ onPrevious, onNext }: StepsProps) {
  useEffect(() => {
    // The next file lies where the text runs to: in Persian to the left.
    const onKey = (event: KeyboardEvent) => {
      const busy = (event.target as HTMLElement).closest('input, textarea, .cm-editor, media-controller');
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || busy) return;
      if (event.key === (isRtl() ? 'ArrowLeft' : 'ArrowRight')) onNext?.();
      else if (event.key === (isRtl() ? 'ArrowRight' : 'ArrowLeft')) onPrevious?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <span className="flex shrink-0">
      <IconButton label={t('publiclink.previous')} disabled={!onPrevious} onClick={() => onPrevious?.()}>
        <ChevronRight size={20} aria-hidden="true" className="ltr:rotate-180" />
      </IconButton>
      <IconButton label={t('publiclink.next')} disabled={!onNext} onClick={() => onNext?.()}>
        <ChevronLeft size={20} aria-hidden="true" className="ltr:rotate-180" />
      </IconButton>
    </span>
  );
}
