import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';

/** A placeholder for a card's list while it loads. */
export function RowsSkeleton({ rows = 2 }: { rows?: number }) {
  return (
    <div role="status" aria-busy="true" aria-label={t('common.loading')} className="grid gap-4">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true" className="flex items-center gap-4">
          <Skeleton className="size-10 shrink-0 rounded-control" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** A card's list that did not come. */
export function Trouble({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <Notice tone="danger" title={faultText(error)}>
      <Button kind="outline" className="mt-2" onClick={() => void retry()}>
        {t('common.retry')}
      </Button>
    </Notice>
  );
}
