import { t } from '~/i18n';
import { Skeleton } from '~/kit/skeleton';

/** Rows of a list before they have come. */
export function RowsWaiting({ count = 5 }: { count?: number }) {
  return (
    <div role="status" aria-label={t('common.loading')} aria-busy="true" className="rounded-card ring-1 ring-line">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex h-18 items-center gap-3 border-b border-line px-4 last:border-0">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-3 w-1/2" />
          </div>
          <Skeleton className="h-8 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
