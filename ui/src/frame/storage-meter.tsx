import { storageOf, useSpace } from '~/api/spaces';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Meter } from '~/kit/meter';
import { Skeleton } from '~/kit/skeleton';

/** How full the workspace is; it warns before it is. */
export function StorageMeter({ spaceId }: { spaceId: string }) {
  const space = useSpace(spaceId);
  if (!space) return <Skeleton className="h-16 w-full rounded-card" />;
  const { used, total } = storageOf(space);
  const share = total > 0 ? used / total : 0;
  const words = t('frame.storageUsed', { used: size(used), total: size(total) });
  return (
    <div className="rounded-card px-3 py-2.5">
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <span className="font-medium">{t('frame.storage')}</span>
        {share >= 0.9 && <span className="text-xs font-semibold text-danger">{t('frame.storageNearlyFull')}</span>}
      </div>
      <Meter
        label={t('frame.storage')}
        value={used}
        max={total}
        valueText={words}
        tone={share >= 0.9 ? 'danger' : 'brand'}
      />
      <p className="mt-2 text-xs text-muted">{words}</p>
    </div>
  );
}
