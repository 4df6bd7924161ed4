import { X } from 'lucide-react';
import { RangeField } from '~/features/dates/range-field';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Select } from '~/kit/select';
import { actions, isAction } from './actions';
import { ExportButton } from './export-button';
import { isFiltered, noFilter, type Filter } from './filter';
import { titleOf } from './sentence';

type Props = { filter: Filter; onChange: (filter: Filter) => void };

/** What, when, and of whom: the person is chosen in the list. */
export function FilterBar({ filter, onChange }: Props) {
  const kinds = Object.keys(actions).filter(isAction);
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <Select
        label={t('audit.action')}
        value={filter.action}
        options={[
          { value: '', label: t('audit.anyAction') },
          ...kinds.map((value) => ({ value, label: titleOf({ action: value }) })),
        ]}
        onChange={(action) => onChange({ ...filter, action })}
      />
      <RangeField label={t('audit.range')} value={filter.days} onChange={(days) => onChange({ ...filter, days })} />
      <ExportButton whose="all" filter={filter} />
      {isFiltered(filter) && (
        <div className="flex flex-wrap items-center gap-2 sm:col-span-3">
          {filter.user && (
            <Button
              kind="soft"
              icon={<X size={16} aria-hidden="true" />}
              onClick={() => onChange({ ...filter, user: '' })}
            >
              {t('audit.everyone')}
            </Button>
          )}
          <Button onClick={() => onChange(noFilter)}>{t('audit.clear')}</Button>
        </div>
      )}
    </div>
  );
}
