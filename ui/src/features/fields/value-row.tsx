import { ExternalLink, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { changed } from '~/api/changed';
import { faultText } from '~/api/fault';
import type { CustomField, CustomFieldValue } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { toast } from '~/kit/toast';
import { removeValue, type Carrier } from './api';
import { safeLink } from './links';
import { forgetRefusedValue, useRefusedValue } from './refused-value';
import { showValue } from './show-value';
import { ValueForm } from './value-form';

type Props = { carrier: Carrier; value: CustomFieldValue; field: CustomField | undefined; mayChange: boolean };

/** One tag of an entry. */
export function ValueRow({ carrier, value, field, mayChange }: Props) {
  const [editing, setEditing] = useState(false);
  const refused = useRefusedValue(carrier.id);
  const remove = useMutation({
    mutationFn: () => removeValue(carrier, value.space_custom_field_id),
    onMutate: () => showValue(carrier, value.space_custom_field_id, null),
    onError: (error, _, back) => {
      back?.();
      toast({ title: faultText(error), kind: 'error' });
    },
    onSettled: () => changed.values(carrier.spaceId),
  });
  if (!field) return null;
  if (editing || refused?.fieldId === field.space_custom_field_id) {
    const handleDone = () => {
      setEditing(false);
      forgetRefusedValue([field.space_custom_field_id]);
    };
    return <ValueForm carrier={carrier} fields={[field]} value={value} onDone={handleDone} />;
  }
  return (
    <div className="group/value flex items-start gap-1 rounded-lg py-1">
      <div className="min-w-0 flex-1 text-start">
        <dt className="text-xs text-muted">
          <bdi>{field.title}</bdi>
        </dt>
        <dd className="wrap-anywhere">
          <Value type={field.type} content={value.content} />
        </dd>
      </div>
      {mayChange && (
        <>
          <IconButton label={t('fields.editValue', { title: field.title })} onClick={() => setEditing(true)}>
            <Pencil size={15} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('fields.unset', { title: field.title })}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  );
}

function Value({ type, content }: { type: CustomField['type']; content: string }) {
  const href = type === 'link' ? safeLink(content) : null;
  if (!href) return <bdi>{content}</bdi>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('fields.opensNew', { url: content })}
      className="text-brand hover:underline"
    >
      <bdi>{content}</bdi>
      <ExternalLink size={13} aria-hidden="true" className="ms-1 inline rtl:-scale-x-100" />
    </a>
  );
}
