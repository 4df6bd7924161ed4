import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { fetchPage } from '~/api/document';
import { faultText } from '~/api/fault';
import type { ViewerProps } from '~/api/content';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { FailureState, isFinal } from '../failure-state';
import { ImageViewer } from './image';
import { WaitingState } from '../waiting-state';

interface Shown {
  readonly url: string;
  readonly page: number;
  readonly of: number;
}

/** A scan or a fax, page by page. Browsers do not show these pictures, so the server sends each page as one that they do. */
export function TiffViewer({ content, name }: ViewerProps) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    fetchPage({ url: content.url }, page, stop.signal).then(
      ({ picture, pages }) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(picture);
        setShown({ url: made, page, of: pages });
      },
      (error: unknown) =>
        !stop.signal.aborted && setFailed(isFinal(error) ? t('preview.pictureBroken') : faultText(error, 'preview')),
    );
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [content.url, page]);
  if (failed !== null) return <FailureState text={failed} />;
  if (!shown) return <WaitingState />;
  return (
    <>
      {shown.page === page ? (
        <ImageViewer key={page} content={{ ...content, url: shown.url }} name={name} />
      ) : (
        <WaitingState />
      )}
      {shown.of > 1 && <Pages page={page} of={shown.of} onPage={setPage} />}
    </>
  );
}

type PagesProps = { page: number; of: number; onPage: (page: number) => void };

function Pages({ page, of, onPage }: PagesProps) {
  return (
    <div
      role="group"
      aria-label={t('preview.pages')}
      className="absolute inset-x-0 top-3 z-10 mx-auto flex w-fit items-center gap-0.5 rounded-full bg-raised p-1 shadow-pop ring-1 ring-line print:hidden"
    >
      <IconButton
        label={t('preview.pageBefore')}
        className="rounded-full"
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronRight size={18} aria-hidden="true" className="ltr:rotate-180" />
      </IconButton>
      <span role="status" className="min-w-24 text-center text-xs">
        {t('preview.page', { at: page, total: of })}
      </span>
      <IconButton
        label={t('preview.pageAfter')}
        className="rounded-full"
        disabled={page === of}
        onClick={() => onPage(page + 1)}
      >
        <ChevronLeft size={18} aria-hidden="true" className="ltr:rotate-180" />
      </IconButton>
    </div>
  );
}
