import { CloudOff, FolderOpen, FolderX, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import type { Layout } from './shared-bar';
import { SharedGrid } from './shared-grid';
import { SharedList, SharedListSkeleton, type ListProps } from './shared-list';
import { placeHref } from './shared-place';

interface Pages {
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

type Props = Omit<ListProps, 'entries'> & {
  id: string;
  layout: Layout;
  /** Missing while they are read. */
  entries: ListProps['entries'] | undefined;
  /** The words that were searched for, or null. */
  searched: string | null;
  /** The search found more than is shown. */
  more: boolean;
  /** The pages behind the last one; null at the end. */
  next: Pages | null;
  error: unknown;
  onRetry: () => void;
};

/** The entries of a shared folder, or why there are none. */
export function SharedContents({ id, layout, entries, searched, more, next, error, onRetry, ...rest }: Props) {
  if (error && (!entries || searched !== null)) return <Trouble id={id} error={error} onRetry={onRetry} />;
  if (!entries) return <SharedListSkeleton />;
  if (entries.length === 0) return <EmptyContents searched={searched} />;
  return (
    <>
      {layout === 'grid' ? <SharedGrid {...rest} entries={entries} /> : <SharedList {...rest} entries={entries} />}
      {more && (
        <p className="border-t border-line px-5 py-3 text-center text-muted">
          {t('publiclink.foundMore', { n: entries.length })}
        </p>
      )}
      {next && <More pages={next} />}
    </>
  );
}

/** Reads the next page when it comes near. */
function More({ pages }: { pages: Pages }) {
  const end = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage: busy, fetchNextPage } = pages;
  useEffect(() => {
    const element = end.current;
    if (!element || busy) return undefined;
    const observer = new IntersectionObserver(
      (seen) => seen.some((entry) => entry.isIntersecting) && void fetchNextPage(),
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [busy, fetchNextPage]);
  return (
    <div ref={end} className="grid place-items-center border-t border-line p-3">
      <Button kind="soft" busy={busy} onClick={() => void fetchNextPage()}>
        {t('publiclink.more')}
      </Button>
    </div>
  );
}

function EmptyContents({ searched }: { searched: string | null }) {
  return searched === null ? (
    <State icon={<FolderOpen size={36} strokeWidth={1.6} />} title={t('publiclink.empty')} />
  ) : (
    <State
      icon={<SearchX size={36} strokeWidth={1.6} />}
      title={t('publiclink.foundNone', { query: searched })}
      text={t('publiclink.foundNoneText')}
    />
  );
}

function Trouble({ id, error, onRetry }: { id: string; error: unknown; onRetry: () => void }) {
  const [, navigate] = useLocation();
  if (error instanceof Fault && error.status === 404) {
    return (
      <State
        alert
        icon={<FolderX size={36} strokeWidth={1.6} />}
        title={t('publiclink.notHere')}
        text={t('publiclink.notHereText')}
        actions={
          <Button kind="soft" onClick={() => navigate(placeHref(id, {}))}>
            {t('publiclink.toTop')}
          </Button>
        }
      />
    );
  }
  return (
    <State
      alert
      tone="danger"
      icon={<CloudOff size={36} strokeWidth={1.6} />}
      title={t('common.errorTitle')}
      text={faultText(error)}
      actions={
        <Button kind="soft" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
