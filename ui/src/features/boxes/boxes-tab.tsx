import { Inbox, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { faultText } from '~/api/fault';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { useDirectoryBoxes } from './api';
import { BoxDialogs, type OpenBox } from './box-dialogs';
import { BoxRow } from './box-row';

const BoxDialog = lazy(async () => ({ default: (await import('./box-dialog')).BoxDialog }));

type Props = {
  spaceId: string;
  directory: { readonly id: string; readonly name: string };
  mayCreate: boolean;
};

/** The upload boxes of one folder. */
export function BoxesTab({ spaceId, directory, mayCreate }: Props) {
  useLang();
  const { items, error } = useDirectoryBoxes(spaceId, directory.id);
  const [open, setOpen] = useState<OpenBox | null>(null);
  const [making, setMaking] = useState(false);
  return (
    <section className="grid gap-3">
      <h3 className="flex items-center gap-2 font-bold">
        <Inbox size={17} aria-hidden="true" className="text-muted" />
        {t('boxes.title')}
      </h3>
      {error ? (
        <Notice tone="danger">{faultText(error)}</Notice>
      ) : !items ? (
        <Skeleton className="h-16 w-full" />
      ) : items.length > 0 ? (
        <ul
          aria-label={t('boxes.title')}
          className="divide-y divide-line overflow-hidden rounded-card ring-1 ring-line"
        >
          {items.map((box) => (
            <BoxRow key={box.upload_id} dense box={box} onAct={(act) => act !== 'open' && setOpen({ act, box })} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t('boxes.noneHere')}</p>
      )}
      {mayCreate && (
        <Button kind="soft" icon={<Plus size={17} aria-hidden="true" />} onClick={() => setMaking(true)}>
          {t('boxes.newTitle')}
        </Button>
      )}
      <Suspense>
        {making && <BoxDialog spaceId={spaceId} directory={directory} onClose={() => setMaking(false)} />}
      </Suspense>
      <BoxDialogs open={open} onClose={() => setOpen(null)} />
    </section>
  );
}
