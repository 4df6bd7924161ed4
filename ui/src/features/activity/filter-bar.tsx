import { Download } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { usePeople } from '~/api/people';
import { RangeField } from '~/page/dates/range-field';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { Select } from '~/kit/select';
import { toast } from '~/kit/toast';
import { exportActivities, type ExportFormat, type Subject } from './api';
import { isFiltered, KINDS, noFilter, type Filter, type Kind } from './filter';

const kindWords = {
  create: 'activity.kindCreate',
  change: 'activity.kindChange',
  delete: 'activity.kindDelete',
  restore: 'activity.kindRestore',
  tag: 'activity.kindTag',
  workspace: 'activity.kindWorkspace',
} as const;

type Props = { subject: Subject; filter: Filter; onChange: (filter: Filter) => void };

/** Filters by user, kind and time, and the export of the timeline. */
export function FilterBar({ subject, filter, onChange }: Props) {
  const people = usePeople(subject.spaceId, subject.scope).data ?? [];
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[repeat(3,minmax(0,13rem))_auto_auto]">
      <Select
        label={t('activity.person')}
        value={filter.person}
        options={[
          { value: '', label: t('activity.everyone') },
          ...people.map(({ _id: value, name: label }) => ({ value, label })),
        ]}
        onChange={(person) => onChange({ ...filter, person })}
      />
      <Select<Kind | ''>
        label={t('activity.kind')}
        value={filter.kind}
        options={[
          { value: '', label: t('activity.anyKind') },
          ...KINDS.map((value) => ({ value, label: t(kindWords[value]) })),
        ]}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <RangeField label={t('activity.range')} value={filter.days} onChange={(days) => onChange({ ...filter, days })} />
      {isFiltered(filter) && (
        <Button className="max-sm:order-last max-sm:col-span-2" onClick={() => onChange(noFilter)}>
          {t('activity.clear')}
        </Button>
      )}
      <div className="justify-self-end sm:col-start-5">
        <ExportButton subject={subject} filter={filter} />
      </div>
    </div>
  );
}

function ExportButton({ subject, filter }: Pick<Props, 'subject' | 'filter'>) {
  const [busy, setBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    setBusy(true);
    try {
      await exportActivities(subject, filter, format);
      toast({ title: t('activity.exported'), kind: 'success' });
    } catch (error) {
      toast({ title: faultText(error), kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={t('activity.export')}
      align="end"
      entries={[
        { id: 'csv', label: t('activity.exportCsv'), onSelect: () => void save('csv') },
        { id: 'jsonl', label: t('activity.exportJsonl'), onSelect: () => void save('jsonl') },
      ]}
      trigger={
        <button
          type="button"
          disabled={busy}
          aria-label={t('activity.export')}
          title={t('activity.export')}
          className={iconButtonClass('border border-line')}
        >
          <Download size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}
