import { useId, useState } from 'react';
import { changed } from '~/api/changed';
import { Fault, faultText } from '~/api/fault';
import type { CustomField } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Field, inputClass, TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';
import { toast } from '~/kit/toast';
import { changeField, createField, type FieldDraft } from './api';

type Props = { spaceId: string; field: CustomField | null; onClose: () => void };

/** Makes or renames a tag. Its type cannot change: values depend on it. */
export function FieldDialog({ spaceId, field, onClose }: Props) {
  const form = useId();
  const [draft, setDraft] = useState<FieldDraft>({
    title: field?.title ?? '',
    type: field?.type ?? 'text',
    description: field?.description ?? '',
  });
  const [problem, setProblem] = useState<string | undefined>();
  const save = useMutation({
    mutationFn: () => (field ? changeField(field, draft) : createField(spaceId, draft)),
    onSuccess: (made) => {
      void changed.fields(spaceId);
      if (!field) toast({ title: t('fields.made', { title: made.title }), kind: 'success' });
      onClose();
    },
    onError: (error) => {
      if (error instanceof Fault && error.key === 'duplicate_field') setProblem(t('fields.nameTaken'));
    },
  });
  const submit = () => {
    if (draft.title.trim()) save.mutate();
    else setProblem(t('fields.nameRequired'));
  };
  const other = save.error && problem === undefined ? wordsOf(save.error) : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={field ? t('fields.editOf', { title: field.title }) : t('fields.new')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form} busy={save.isPending}>
            {field ? t('common.save') : t('common.create')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('fields.name')}
          value={draft.title}
          maxLength={100}
          {...(problem && { error: problem })}
          onChange={(event) => {
            setDraft({ ...draft, title: event.currentTarget.value });
            setProblem(undefined);
          }}
        />
        {!field && (
          <SegmentedControl
            label={t('fields.type')}
            value={draft.type}
            onChange={(type) => setDraft({ ...draft, type })}
            segments={[
              { value: 'text', label: t('fields.text') },
              { value: 'link', label: t('fields.link') },
            ]}
          />
        )}
        <Field label={t('fields.description')} hint={t('fields.descriptionHint')}>
          {(aria) => (
            <textarea
              {...aria}
              dir="auto"
              rows={3}
              maxLength={500}
              placeholder=" "
              value={draft.description}
              onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
              className={`${inputClass} h-auto! py-2`}
            />
          )}
        </Field>
        {other && <Notice tone="danger">{other}</Notice>}
      </form>
    </Dialog>
  );
}

function wordsOf(error: unknown): string {
  const full = error instanceof Fault && error.key === 'custom_field_quota_limit';
  return full ? t('fields.quota') : faultText(error);
}
