import { useEffect, useState } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Meter } from '~/kit/meter';
import { usePins } from './pinned';

/** The used share of the browser's storage; nothing where the browser does not tell. */
export function StorageUse() {
  const pins = usePins();
  const [estimate, setEstimate] = useState<{ usage: number; quota: number } | null>(null);
  useEffect(() => {
    void navigator.storage?.estimate?.().then(({ usage = 0, quota = 0 }) => setEstimate({ usage, quota }));
  }, [pins]);
  if (!estimate || estimate.quota === 0) return null;
  const words = t('offline.used', { used: size(estimate.usage), total: size(estimate.quota) });
  return (
    <div className="grid gap-2">
      <Meter label={words} value={estimate.usage} max={estimate.quota} valueText={words} />
      <p className="text-xs text-muted">{words}</p>
    </div>
  );
}
