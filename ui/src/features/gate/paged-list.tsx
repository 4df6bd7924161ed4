import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { List } from '~/page/list';
import type { Paged } from './use-paged';

type Props<Item> = {
  list: Paged<Item>;
  renderRow: (item: Item) => ReactNode;
  empty: ReactNode;
  label: string;
};

/** A list whose rows come page by page. */
export function PagedList<Item>({ list, ...rest }: Props<Item>) {
  return (
    <>
      <List list={list} {...rest} />
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
