import { Link2, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { faultText } from '~/api/fault';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { useTargetLinks, type ShareTarget } from './api';
import { LinkDialogs, type OpenLink } from './link-dialogs';
import { LinkRow } from './link-row';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog')).ShareDialog }));

type Props = { spaceId: string; target: ShareTarget; mayCreate: boolean };

/** The download links of one file or folder. */
export function LinksTab({ spaceId, target, mayCreate }: Props) {
  useLang();
  const { items, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useTargetLinks(spaceId, target);
  const [open, setOpen] = useState<OpenLink | null>(null);
  const [making, setMaking] = useState(false);
  return (
    <section className="grid gap-3">
      <h3 className="flex items-center gap-2 font-bold">
        <Link2 size={17} aria-hidden="true" className="text-muted" />
        {t('shares.title')}
      </h3>
      {error ? (
        <Notice tone="danger">{faultText(error)}</Notice>
      ) : !items ? (
        <Skeleton className="h-16 w-full" />
      ) : items.length > 0 ? (
        <ul
          aria-label={t('shares.title')}
          className="divide-y divide-line overflow-hidden rounded-card ring-1 ring-line"
        >
          {items.map((link) => (
            <LinkRow key={link.download_id} dense link={link} onAct={(act) => setOpen({ act, link })} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t('shares.noneHere')}</p>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('links.more')}
        </Button>
      )}
      {mayCreate && (
        <Button kind="soft" icon={<Plus size={17} aria-hidden="true" />} onClick={() => setMaking(true)}>
          {t('shares.newTitle')}
        </Button>
      )}
      <Suspense>
        {making && <ShareDialog spaceId={spaceId} targets={[target]} onClose={() => setMaking(false)} />}
      </Suspense>
      <LinkDialogs open={open} onClose={() => setOpen(null)} />
    </section>
  );
}
