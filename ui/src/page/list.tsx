import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Skeleton } from '~/kit/skeleton';
import { FailureState } from './failure-state';

type Props<Item> = {
  list: { items: readonly Item[] | undefined; error: unknown; refetch: () => unknown };
  renderRow: (item: Item) => ReactNode;
  empty: ReactNode;
  label?: string;
};

/** A list in each of its four states: on its way, failed, empty, with rows. */
export function List<Item>({ list: { items, error, refetch }, renderRow, empty, label }: Props<Item>) {
  if (!items) return error ? <FailureState error={error} retry={refetch} /> : <ListSkeleton />;
  if (items.length === 0) return <div data-state="empty">{empty}</div>;
  return (
    <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded-card ring-1 ring-line">
      {items.map(renderRow)}
    </ul>
  );
}

/** Rows of a list before they have come; those of people have a picture, and a button at their end. */
export function ListSkeleton({ count = 5, people }: { count?: number; people?: boolean }) {
  return (
    <div role="status" aria-label={t('common.loading')} aria-busy="true" className="rounded-card ring-1 ring-line">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex h-18 items-center gap-3 border-b border-line px-4 last:border-0">
          <Skeleton className={people ? 'size-9 shrink-0 rounded-full!' : 'size-9 shrink-0'} />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="h-3 w-1/2" />
          </div>
          {people && <Skeleton className="h-8 w-24 max-sm:hidden" />}
        </div>
      ))}
    </div>
  );
}
