import { Inbox } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { faultText } from '~/api/fault';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { useDirectoryBoxes } from './api';
import { BoxDialogs, type OpenBox } from './box-dialogs';
import { BoxRow } from './box-row';

const BoxDialog = lazy(async () => ({ default: (await import('./box-dialog')).BoxDialog }));

type Props = {
  spaceId: string;
  directory: { readonly id: string; readonly name: string };
  mayCreate: boolean;
};

/** The upload boxes of one folder, and the way to another one. Nothing when there are none and none can be made. */
export function BoxesPart({ spaceId, directory, mayCreate }: Props) {
  useLang();
  const { items = [], error } = useDirectoryBoxes(spaceId, directory.id);
  const [open, setOpen] = useState<OpenBox | null>(null);
  const [making, setMaking] = useState(false);
  if (!mayCreate && !error && items.length === 0) return null;
  return (
    <section aria-label={t('boxes.title')} className="grid grid-cols-1 gap-2">
      <h3 className="text-xs font-semibold text-muted">{t('boxes.title')}</h3>
      {error && <Notice tone="danger">{faultText(error)}</Notice>}
      <div className="divide-y divide-line overflow-hidden rounded-card ring-1 ring-line">
        {items.length > 0 && (
          <ul aria-label={t('boxes.title')} className="divide-y divide-line">
            {items.map((box) => (
              <BoxRow key={box.upload_id} dense box={box} onAct={(act) => act !== 'open' && setOpen({ act, box })} />
            ))}
          </ul>
        )}
        {mayCreate && (
          <div className="flex min-h-14 items-center gap-3 px-4 py-2">
            <Inbox size={18} aria-hidden="true" className="shrink-0 text-muted" />
            <p className="min-w-0 flex-1 text-pretty text-muted">{t('boxes.rowText')}</p>
            <Button className="-me-2 px-2! text-brand!" onClick={() => setMaking(true)}>
              {t('boxes.new')}
            </Button>
          </div>
        )}
      </div>
      <Suspense>
        {making && <BoxDialog spaceId={spaceId} directory={directory} onClose={() => setMaking(false)} />}
      </Suspense>
      <BoxDialogs open={open} onClose={() => setOpen(null)} />
    </section>
  );
}
