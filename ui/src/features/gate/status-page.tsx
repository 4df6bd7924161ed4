import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { State } from '~/kit/state';
import { Page } from '~/page/page';
import { PagedList } from './paged-list';
import type { LinkStatus } from './status-badge';
import { StatusFilter } from './status-filter';
import type { Paged } from './use-paged';

type Props<Item> = {
  /** The words of the page. */
  area: 'links' | 'boxes';
  Icon: LucideIcon;
  statuses: readonly LinkStatus[];
  status: LinkStatus | null;
  list: Paged<Item>;
  renderRow: (item: Item) => ReactNode;
  /** The button that makes a new one; null for users who may not. */
  create: ReactNode;
  children: ReactNode;
};

/** All links or boxes of a workspace, or those of one status. */
export function StatusPage<Item>({ area, Icon, statuses, status, list, renderRow, create, children }: Props<Item>) {
  const [path, navigate] = useLocation();
  const isUsed = status !== null || (list.items?.length ?? 0) > 0;
  return (
    <Page
      title={t(`${area}.title`)}
      text={t(`${area}.about`)}
      actions={
        isUsed && (
          <>
            <StatusFilter statuses={statuses} value={status} />
            {create}
          </>
        )
      }
    >
      <PagedList
        list={list}
        label={t(`${area}.title`)}
        renderRow={renderRow}
        empty={
          <State
            icon={<Icon size={36} strokeWidth={1.6} />}
            title={t(status ? `${area}.noneTitle` : `${area}.emptyTitle`)}
            text={t(status ? `${area}.noneText` : `${area}.emptyHow`)}
            actions={
              status ? (
                <Button onClick={() => navigate(path, { replace: true })}>{t(`${area}.showAll`)}</Button>
              ) : (
                create
              )
            }
          />
        }
      />
      {children}
    </Page>
  );
}
