import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { faultText } from '~/api/fault';
import { can, usePermissions } from '~/api/permissions';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { useFields, type Carrier } from './api';
import { forgetRefusedValue, useRefusedValue } from './refused-value';
import { useValues } from './use-values';
import { ValueForm } from './value-form';
import { ValueRow } from './value-row';

type Props = {
  spaceId: string;
  type: Carrier['type'];
  id: string;
  /** The directory of the entry. */
  directoryId: string;
  /** The user may change the entry. */
  mayChange: boolean;
};

/** The tags of an entry: to see, to add, to change, to take off. */
export function TagsTab({ spaceId, type, id, directoryId, mayChange }: Props) {
  useLang();
  const carrier = { spaceId, type, id };
  const values = useValues(carrier, directoryId);
  const fields = useFields(spaceId);
  const permissions = usePermissions(spaceId).data;
  const [opened, setOpened] = useState(false);
  const refused = useRefusedValue(id);
  const error = values.error ?? fields.error;
  if (error) return <Notice tone="danger">{faultText(error)}</Notice>;
  if (!values.data || !fields.data) return <Skeleton className="h-16 w-full" />;
  const carried = new Set(values.data.map(({ space_custom_field_id: field }) => field));
  const free = fields.data.filter(({ space_custom_field_id: field }) => !carried.has(field));
  const adding = opened || (refused !== null && !carried.has(refused.fieldId));
  const handleDone = () => {
    setOpened(false);
    forgetRefusedValue(free.map(({ space_custom_field_id: field }) => field));
  };
  const manages = can(permissions, 'create', 'space_custom_field');
  return (
    <div data-tags={id} className="grid gap-4">
      {values.data.length > 0 && (
        <dl className="grid gap-1">
          {values.data.map((value) => (
            <ValueRow
              key={value.space_custom_field_id}
              carrier={carrier}
              value={value}
              field={fields.data.find((field) => field.space_custom_field_id === value.space_custom_field_id)}
              mayChange={mayChange}
            />
          ))}
        </dl>
      )}
      {values.data.length === 0 && !adding && (
        <p className="text-muted">{fields.data.length > 0 ? t('fields.noneText') : t('fields.noFields')}</p>
      )}
      {adding && <ValueForm carrier={carrier} fields={free} onDone={handleDone} />}
      {mayChange && free.length > 0 && !adding && (
        <Button kind="soft" icon={<Plus size={17} aria-hidden="true" />} onClick={() => setOpened(true)}>
          {t('fields.add')}
        </Button>
      )}
      {manages && (
        <Link href={`/workspace/${spaceId}/custom-fields`} className="text-xs text-brand hover:underline">
          {t('fields.manage')}
        </Link>
      )}
    </div>
  );
}
