import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { t } from '~/i18n';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { Spinner } from '~/kit/spinner';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const isOnline = () => navigator.onLine;

/** Stays until the connection is back: it can not be put away. */
export function OfflineDialog() {
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <Dialog
      persistent
      open={!online}
      onOpenChange={() => {}}
      title={t('pwa.offlineTitle')}
      description={t('pwa.offlineText')}
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
