import { useMutation } from '@tanstack/react-query';
import { FileStack } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { faultText } from '~/api/fault';
import { can, usePermissions } from '~/api/permissions';
import { hrefOf } from '~/api/place';
import type { EditorTemplate, EditorTemplates } from '~/api/types';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { nameHint } from '../operations/name-hint';
import { Notice } from '~/kit/notice';
import { SearchField } from '~/kit/search-field';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { Failed } from '~/page/failed';
import { startFrom, useTemplates } from '../operations/templates';
import { TemplateCard } from './template-card';

/** So many are found at a glance. */
const GLANCE = 12;

const stemOf = (name: string) => name.replace(/\.[^.]+$/, '');

type Props = { spaceId: string; directoryId: string; onClose: () => void };

/** Chooses the template that a new document begins with, and the name of the document. */
export function TemplatesDialog({ spaceId, directoryId, onClose }: Props) {
  const form = useId();
  const { data, error, refetch } = useTemplates(spaceId);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<EditorTemplate | null>(null);
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: (template: EditorTemplate) =>
      startFrom(spaceId, template, { directoryId, name: template === chosen ? name.trim() : '' }),
    onSuccess: onClose,
  });
  const choose = (template: EditorTemplate) => {
    setChosen(template);
    setName(stemOf(template.file_name));
  };
  const templates = data?.templates ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) make.mutate(chosen);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('templates.title')}
      width="lg"
      calm
      footer={
        templates.length > 0 && (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button kind="solid" type="submit" form={form} disabled={!chosen} busy={make.isPending}>
              {t('common.create')}
            </Button>
          </>
        )
      }
    >
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <Blank />}
      {data && templates.length === 0 && <Empty spaceId={spaceId} templates={data} onClose={onClose} />}
      {templates.length > 0 && (
        <form id={form} onSubmit={submit} className="grid gap-4">
          {templates.length > GLANCE && <SearchField label={t('templates.search')} value={words} onChange={setWords} />}
          <Choice
            spaceId={spaceId}
            templates={found(templates, words)}
            chosen={chosen}
            onChoose={choose}
            onMake={make.mutate}
          />
          {chosen && (
            // In sight below a long list.
            <div className="sticky -bottom-4 z-20 -mx-6 -mb-4 bg-raised px-6 pt-2 pb-4">
              <TextField
                label={t('templates.name')}
                value={name}
                hint={nameHint(name)}
                maxLength={200}
                autoComplete="off"
                onChange={(event) => setName(event.currentTarget.value)}
              />
            </div>
          )}
          {make.error && <Notice tone="danger">{faultText(make.error)}</Notice>}
        </form>
      )}
    </Dialog>
  );
}

function found(templates: readonly EditorTemplate[], words: string): readonly EditorTemplate[] {
  const parts = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter(({ file_name: name }) => parts.every((part) => name.toLocaleLowerCase().includes(part)));
}

type ChoiceProps = {
  spaceId: string;
  templates: readonly EditorTemplate[];
  chosen: EditorTemplate | null;
  onChoose: (template: EditorTemplate) => void;
  /** Begins with a template at once. */
  onMake: (template: EditorTemplate) => void;
};

function Choice({ spaceId, templates, chosen, onChoose, onMake }: ChoiceProps) {
  const group = useId();
  if (templates.length === 0) {
    return (
      <p role="status" className="py-10 text-center text-muted">
        {t('templates.none')}
      </p>
    );
  }
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <legend className="sr-only">{t('templates.choose')}</legend>
      {templates.map((template) => (
        <TemplateCard
          key={template.file_id}
          spaceId={spaceId}
          template={template}
          group={group}
          checked={template.file_id === chosen?.file_id}
          onChoose={() => onChoose(template)}
          onMake={() => onMake(template)}
        />
      ))}
    </fieldset>
  );
}

function Blank() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} className="h-40 rounded-card" />
      ))}
    </div>
  );
}

/** Says how a template is added: by those who may choose the folder, or to the folder that was chosen. */
function Empty({ spaceId, templates, onClose }: { spaceId: string; templates: EditorTemplates; onClose: () => void }) {
  const { data: permissions } = usePermissions(spaceId);
  const { folder } = templates;
  const mayChoose = can(permissions, 'update', 'workspace');
  const text = folder
    ? t('templates.emptyFolder', { name: folder.name })
    : t(mayChoose ? 'templates.emptyChoose' : 'templates.emptyAsk');
  return (
    <State
      icon={<FileStack size={34} />}
      title={t('templates.empty')}
      text={text}
      actions={
        folder ? (
          <Link
            className={buttonClass('soft')}
            href={hrefOf({ spaceId, directoryId: folder.directory_id, my: false })}
            onClick={onClose}
          >
            {t('templates.openFolder')}
          </Link>
        ) : (
          mayChoose && (
            <Link className={buttonClass('soft')} href={`/workspace/${spaceId}/settings`} onClick={onClose}>
              {t('templates.chooseFolder')}
            </Link>
          )
        )
      }
    />
  );
}
