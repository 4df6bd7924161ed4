import { useState } from 'react';
import { changed } from '~/api/changed';
import { faultText } from '~/api/fault';
import { noteUnsent } from '~/api/lost-session';
import type { CustomField, CustomFieldValue } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { addValue, changeValue, type Carrier } from './api';
import { problemOf } from './links';
import { showRefusedValue, useRefusedValue } from './refused-value';
import { showValue } from './show-value';

type Props = { carrier: Carrier; fields: readonly CustomField[]; value?: CustomFieldValue; onDone: () => void };

/** Gives an entry a value in a tag, or another one. */
export function ValueForm({ carrier, fields, value, onDone }: Props) {
  const waiting = useRefusedValue(carrier.id);
  const refused = fields.some(({ space_custom_field_id: id }) => id === waiting?.fieldId) ? waiting : null;
  const [fieldId, setFieldId] = useState(refused?.fieldId ?? fields[0]?.space_custom_field_id ?? '');
  const [content, setContent] = useState(refused?.content ?? value?.content ?? '');
  const [problem, setProblem] = useState(refused?.reason ?? null);
  const field = fields.find(({ space_custom_field_id: id }) => id === fieldId);
  const save = useMutation({
    mutationFn: async (text: string) => {
      const arrived = noteUnsent({ label: field?.title ?? '', text });
      await (value ? changeValue : addValue)(carrier, fieldId, text).finally(arrived);
    },
    onMutate: (text) => {
      const back = showValue(carrier, fieldId, text);
      onDone();
      return back;
    },
    onError: (error, text, back) => {
      back?.();
      showRefusedValue({ entryId: carrier.id, fieldId, content: text, reason: faultText(error) }, field?.title ?? '');
    },
    onSettled: () => changed.values(carrier.spaceId),
  });
  const submit = () => {
    const wrong = field ? problemOf(field.type, content) : null;
    if (wrong) setProblem(t(wrong));
    else save.mutate(content.trim());
  };
  return (
    <form
      className="grid gap-3 rounded-card bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {!value && (
        <Select
          label={t('fields.choose')}
          value={fieldId}
          options={fields.map((known) => ({ value: known.space_custom_field_id, label: known.title }))}
          onChange={setFieldId}
        />
      )}
      <TextField
        autoFocus={value !== undefined}
        label={value ? (field?.title ?? '') : t('fields.content')}
        hint={field?.description}
        inputMode={field?.type === 'link' ? 'url' : 'text'}
        value={content}
        maxLength={2000}
        {...(problem && { error: problem })}
        onChange={(event) => {
          setContent(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button kind="solid" type="submit">
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
