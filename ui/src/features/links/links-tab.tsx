import { Link2, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { faultText } from '~/api/fault';
import type { Link } from '~/api/types';
import type { Paged } from '~/features/gate/paged';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { useInnerLinks, useTargetLinks, type ShareTarget } from './api';
import { LinkDialogs, type OpenLink } from './link-dialogs';
import { LinkRow } from './link-row';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog')).ShareDialog }));

type Props = { spaceId: string; target: ShareTarget; mayCreate: boolean };

/** The download links of one file or folder; of a folder also those of the items inside. */
export function LinksTab({ spaceId, target, mayCreate }: Props) {
  useLang();
  const own = useTargetLinks(spaceId, target);
  const [open, setOpen] = useState<OpenLink | null>(null);
  const [making, setMaking] = useState(false);
  return (
    <section className="grid gap-3">
      <h3 className="flex items-center gap-2 font-bold">
        <Link2 size={17} aria-hidden="true" className="text-muted" />
        {t('links.title')}
      </h3>
      <Rows list={own} label={t('links.title')} onOpen={setOpen} empty={t('links.noneHere')} />
      {mayCreate && (
        <Button kind="soft" icon={<Plus size={17} aria-hidden="true" />} onClick={() => setMaking(true)}>
          {t('links.newTitle')}
        </Button>
      )}
      {target.kind === 'directory' && <Inside spaceId={spaceId} directoryId={target.id} onOpen={setOpen} />}
      <Suspense>
        {making && <ShareDialog spaceId={spaceId} targets={[target]} onClose={() => setMaking(false)} />}
      </Suspense>
      <LinkDialogs open={open} onClose={() => setOpen(null)} />
    </section>
  );
}

type Open = (open: OpenLink) => void;

/** Nothing when there are none: the tab is about the folder itself. */
function Inside({ spaceId, directoryId, onOpen }: { spaceId: string; directoryId: string; onOpen: Open }) {
  const list = useInnerLinks(spaceId, directoryId);
  if (!list.items?.length) return null;
  return (
    <>
      <h4 className="mt-3 text-xs font-semibold text-muted">{t('links.inside')}</h4>
      <Rows list={list} label={t('links.inside')} onOpen={onOpen} />
    </>
  );
}

function Rows(props: { list: Paged<Link>; label: string; empty?: string; onOpen: Open }) {
  const { items, error, hasNextPage, isFetchingNextPage, fetchNextPage } = props.list;
  if (error) return <Notice tone="danger">{faultText(error)}</Notice>;
  if (!items) return <Skeleton className="h-16 w-full" />;
  if (items.length === 0) return <p className="text-muted">{props.empty}</p>;
  return (
    <>
      <ul aria-label={props.label} className="divide-y divide-line overflow-hidden rounded-card ring-1 ring-line">
        {items.map((link) => (
          <LinkRow key={link.download_id} dense link={link} onAct={(act) => props.onOpen({ act, link })} />
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('gate.more')}
        </Button>
      )}
    </>
  );
}
