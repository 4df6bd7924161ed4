import { storageOf } from '~/api/spaces';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { Meter } from '~/kit/meter';
import { isNearlyFull } from '~/kit/nearly-full';

/** The used storage of a workspace, with a bar where there is a limit. It warns before the limit is reached. */
export function StorageLine({ space }: { space: Space }) {
  const { used, total } = storageOf(space);
  if (total === null) return <p className="text-xs text-muted">{t('frame.storageFree', { used: size(used) })}</p>;
  const full = isNearlyFull(used, total);
  const words = t('frame.storageUsed', { used: size(used), total: size(total) });
  return (
    <>
      <Meter label={t('frame.storage')} value={used} max={total} valueText={words} tone={full ? 'danger' : 'brand'} />
      <p className={cx('mt-1.5 truncate text-xs', full ? 'font-semibold text-danger' : 'text-muted')}>
        {full ? `${words} · ${t('frame.storageNearlyFull')}` : words}
      </p>
    </>
  );
}
