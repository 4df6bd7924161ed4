import { History } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FailureState } from '~/page/failure-state';
import { t } from '~/i18n';
import { day, dayName, fullDay } from '~/i18n/format';
import { Skeleton } from '~/kit/skeleton';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { useActivities, type Subject } from './api';
import type { Filter } from './filter';
import { isFiltered } from './filter';
import { daysOf } from './fold';
import { FoldRow } from './fold-row';

type Props = { subject: Subject; filter: Filter; limit?: number };

/** Activities by day, newest first. Scrolling to the end loads more. */
export function Timeline({ subject, filter, limit }: Props) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useActivities(
    subject,
    filter,
    limit,
  );
  const handleSight = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const { spaceId, scope } = subject;
  if (error && !data) return <FailureState error={error} retry={refetch} />;
  if (!data) return <TimelineSkeleton />;
  const activities = data.pages.flatMap((page) => page.activities);
  if (activities.length === 0) {
    return (
      <div data-state="empty">
        <State
          icon={<History size={34} strokeWidth={1.6} />}
          title={t(isFiltered(filter) ? 'activity.noneTitle' : 'activity.emptyTitle')}
          text={isFiltered(filter) ? t('activity.emptyFiltered') : t('activity.emptyText')}
        />
      </div>
    );
  }
  return (
    <>
      {daysOf(activities).map(({ day: iso, at, folds }) => (
        <section key={iso} aria-label={fullDay(at)} className="[content-visibility:auto]">
          <h2 className="sticky top-0 z-1 bg-surface py-2 text-xs font-semibold text-muted" title={day(at)}>
            {dayName(at)}
          </h2>
          <ol className="mb-3">
            {folds.map((fold) => (
              <FoldRow key={fold.id} spaceId={spaceId} my={scope === 'my'} fold={fold} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage ? (
        <Sentinel onSight={handleSight} />
      ) : (
        <p className="py-4 text-center text-xs text-muted">{t('activity.end')}</p>
      )}
    </>
  );
}

/** The end of the list: when it comes into sight, more is read. */
function Sentinel({ onSight }: { onSight: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onSight();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onSight]);
  return (
    <div ref={mark} role="status" className="flex items-center justify-center gap-2 py-4 text-muted">
      <Spinner />
      {t('activity.more')}
    </div>
  );
}

function TimelineSkeleton() {
  return (
    <div role="status" aria-label={t('activity.loading')} className="grid gap-4 py-3">
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} aria-hidden="true" className="flex items-center gap-3">
          <Skeleton className="size-8 shrink-0 rounded-full!" />
          <Skeleton className="h-3.5 w-3/5" />
          <span className="flex-1" />
          <Skeleton className="h-3 w-10" />
        </div>
      ))}
    </div>
  );
}
