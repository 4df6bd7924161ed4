import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { OfflineBar } from '~/features/offline/offline-bar';
import { useOnline } from '~/features/offline/online';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { Spinner } from '~/kit/spinner';

/** Stays until the connection is back, or until the user chooses to read the kept files. */
export function OfflineDialog() {
  const online = useOnline();
  const [reads, setReads] = useState(false);
  if (online && reads) setReads(false);
  if (!online && reads) return <OfflineBar />;
  return (
    <Dialog
      persistent
      open={!online}
      onOpenChange={() => {}}
      title={t('pwa.offlineTitle')}
      description={t('pwa.offlineText')}
      footer={<Button onClick={() => setReads(true)}>{t('offline.read')}</Button>}
    >
      <div className="grid gap-4">
        <div
          className="mx-auto grid size-20 place-items-center rounded-[2rem] bg-warning-soft text-warning"
          aria-hidden="true"
        >
          <WifiOff size={34} />
        </div>
        <Notice tone="warning">{t('pwa.offlineWarning')}</Notice>
        <p className="flex items-center justify-center gap-2 text-muted" role="status">
          <Spinner />
          {t('pwa.offlineWaiting')}
        </p>
      </div>
    </Dialog>
  );
}
