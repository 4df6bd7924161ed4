import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { Skeleton } from '~/kit/skeleton';

const widths = ['w-2/5', 'w-3/5', 'w-1/3', 'w-1/2', 'w-2/3'];

/** The results before they have come, in their final shape. */
export function ResultsSkeleton() {
  return (
    <div role="status" aria-label={t('search.searching')} className="min-h-0 flex-1 overflow-hidden">
      {Array.from({ length: 10 }, (_, row) => (
        <div
          key={row}
          aria-hidden="true"
          className="flex h-16 items-center gap-3 border-b border-line/60 px-5 max-sm:px-3"
        >
          <Skeleton className="size-9 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className={cx('h-3.5 max-w-80', widths[row % widths.length])} />
            <Skeleton className="h-3 w-1/2 max-w-56" />
          </div>
        </div>
      ))}
    </div>
  );
}
