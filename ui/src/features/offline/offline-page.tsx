import { CloudDownload } from 'lucide-react';
import { t, useLang } from '~/i18n';
import { size } from '~/i18n/format';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { Page } from '~/page/page';
import { PinRow } from './pin-row';
import { usePins, useStalePins } from './pinned';
import { canPin } from './pins';
import { StorageUse } from './storage-use';

/** The files that the user keeps on this device. */
export function OfflinePage({ spaceId }: { spaceId: string }) {
  useLang();
  const pins = usePins();
  const stale = useStalePins();
  const files = [...(pins?.values() ?? [])].filter((file) => file.spaceId === spaceId).sort((a, b) => b.at - a.at);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <Page title={t('offline.title')} text={t('offline.about')} focusable={files.length === 0}>
      {!canPin() && <Notice tone="warning">{t('offline.unsupported')}</Notice>}
      {pins === null && <Skeleton className="h-24 w-full" />}
      {pins !== null && files.length === 0 && (
        <div data-state="empty">
          <State
            icon={<CloudDownload size={36} strokeWidth={1.6} />}
            title={t('offline.emptyTitle')}
            text={t('offline.emptyText')}
          />
        </div>
      )}
      {files.length > 0 && (
        <>
          <p className="text-xs text-muted">{t('offline.total', { n: files.length, size: size(bytes) })}</p>
          <ul className="overflow-hidden rounded-card ring-1 ring-line">
            {files.map((file) => (
              <PinRow key={file.id} file={file} stale={stale.has(file.id)} />
            ))}
          </ul>
        </>
      )}
      <StorageUse />
    </Page>
  );
}
