import type { ReactNode } from 'react';
import { Failed } from '~/page/failed';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import type { Paged } from './use-paged';

type Props<Item> = {
  list: Paged<Item>;
  renderRow: (item: Item) => ReactNode;
  empty: ReactNode;
  label: string;
};

/** Rows that come page by page, in each of the four faces of a list. */
export function List<Item>({ list, renderRow, empty, label }: Props<Item>) {
  const { items, error, refetch } = list;
  if (!items) return error ? <Failed error={error} retry={refetch} /> : <Waiting />;
  if (items.length === 0) return <div data-state="empty">{empty}</div>;
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded-card ring-1 ring-line">
        {items.map(renderRow)}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button kind="soft" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('gate.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t('common.loading')} className="divide-y divide-line rounded-card ring-1 ring-line">
      {Array.from({ length: 5 }, (_, row) => (
        <div key={row} className="flex h-20 items-center gap-3 px-4">
          <Skeleton className="size-9 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The head of a page of links, and the list below it. */
export function ListPage(props: { title: string; about: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto max-w-4xl px-4 pt-5 pb-16 sm:px-6">
        <header className="flex flex-wrap items-end gap-3 pb-4">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="text-lg font-bold">{props.title}</h1>
            <p className="mt-1 max-w-xl text-pretty text-muted">{props.about}</p>
          </div>
          {props.tools}
        </header>
        {props.children}
      </div>
    </div>
  );
}
