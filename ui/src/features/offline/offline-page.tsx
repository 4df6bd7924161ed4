import { CloudDownload } from 'lucide-react';
import { t, useLang } from '~/i18n';
import { size } from '~/i18n/format';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
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
    <div
      className="scroll-thin h-full overflow-y-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a file nothing in it takes the focus, to scroll it
      tabIndex={files.length === 0 ? 0 : undefined}
    >
      <div className="mx-auto grid max-w-3xl gap-4 px-4 pt-5 pb-16 sm:px-6">
        <header>
          <h1 className="text-lg font-bold">{t('offline.title')}</h1>
          <p className="mt-1 text-pretty text-muted">{t('offline.about')}</p>
        </header>
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
      </div>
    </div>
  );
}
