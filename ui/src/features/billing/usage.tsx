import { num, t } from '~/i18n';
import { size } from '~/i18n/format';
import { Meter } from '~/kit/meter';
import { isNearlyFull } from '~/kit/nearly-full';
import type { CurrentPlan } from './api';
import { time } from './words';

export function Used({ label, words, value, max }: { label: string; words: string; value: number; max: number }) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="text-muted">{words}</span>
      </div>
      {max > 0 && (
        <Meter
          label={label}
          value={value}
          max={max}
          valueText={words}
          tone={isNearlyFull(value, max) ? 'danger' : 'brand'}
        />
      )}
    </div>
  );
}

const ofLimit = (used: number, limit: number) =>
  limit > 0 ? t('billing.usedOf', { used: num(used), total: num(limit) }) : num(used);

/** What fills the storage of a workspace, and the rest that its limits count: files, versions, tags, days. */
export function UsageDetails({ use }: Pick<CurrentPlan, 'use'>) {
  const rows: [string, string][] = [
    [t('billing.useHeads'), size(use.heads)],
    [t('billing.useVersions'), size(use.versions)],
    [t('billing.useTrash'), size(use.trash)],
    [t('billing.useFiles'), num(use.files)],
    [t('billing.useFolders'), num(use.directories)],
    ...(use.node_limit > 0
      ? [[t('billing.useItems'), ofLimit(use.files + use.directories, use.node_limit)] as [string, string]]
      : []),
    [
      t('billing.rowVersions'),
      use.version_limit > 0 ? t('billing.upToCount', { n: use.version_limit }) : t('billing.unlimited'),
    ],
    [t('billing.rowFields'), ofLimit(use.custom_fields, use.custom_field_limit)],
    [t('billing.rowTrash'), time(use.restore_days)],
    [t('billing.rowRewind'), time(use.timeline_days)],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-2 border-t border-line pt-4 sm:grid-cols-2">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="text-muted">{label}</dt>
          <dd className="text-end font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
