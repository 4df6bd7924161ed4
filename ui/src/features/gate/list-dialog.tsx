import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { PagedList } from './paged-list';
import type { Paged } from './use-paged';

type Props<Item> = {
  title: string;
  /** The title of the link or the box. */
  of: string;
  width?: 'md' | 'lg';
  list: Paged<Item>;
  renderRow: (item: Item) => ReactNode;
  empty: ReactNode;
  onClose: () => void;
};

/** The history of a link or a box, latest first. */
export function ListDialog<Item>({ title, of, width = 'md', list, renderRow, empty, onClose }: Props<Item>) {
  return (
    <Dialog
      open
      width={width}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={<bdi className="wrap-anywhere">{of}</bdi>}
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <PagedList list={list} label={title} renderRow={renderRow} empty={empty} />
    </Dialog>
  );
}
