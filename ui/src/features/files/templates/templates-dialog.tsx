import { useId, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { faultText } from '~/api/fault';
import { can, usePermissions } from '~/api/permissions';
import { hrefOf } from '~/api/place';
import type { EditorTemplate, EditorTemplates } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { nameHint } from '../operations/name-hint';
import { Notice } from '~/kit/notice';
import { SearchField } from '~/kit/search-field';
import { Skeleton } from '~/kit/skeleton';
import { FailureState } from '~/page/failure-state';
import { readyTemplates, startFrom, startReady, useTemplates, type ReadyTemplate } from '../operations/templates';
import { ReadyCard, TemplateCard } from './template-card';

/** So many are found at a glance. */
const GLANCE = 12;

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3';
const LEGEND = 'mb-2 text-[13px] font-medium text-muted';

const stemOf = (name: string) => name.replace(/\.[^.]+$/, '');

/** One that comes with the program, or a document of the workspace. */
type Choosable = ReadyTemplate | EditorTemplate;

const nameOf = (template: Choosable) =>
  typeof template === 'string' ? t(`templates.${template}`) : stemOf(template.file_name);

type Props = { spaceId: string; directoryId: string; onClose: () => void };

/** Chooses the template that a new document begins with, and the name of the document. */
export function TemplatesDialog({ spaceId, directoryId, onClose }: Props) {
  const form = useId();
  const group = useId();
  const { data, error, refetch } = useTemplates(spaceId);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Choosable | null>(null);
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: (template: Choosable) => {
      const to = { directoryId, name: template === chosen ? name.trim() : nameOf(template) };
      return typeof template === 'string' ? startReady(spaceId, template, to) : startFrom(spaceId, template, to);
    },
    onSuccess: onClose,
  });
  const handleChoose = (template: Choosable) => {
    setChosen(template);
    setName(nameOf(template));
  };
  const templates = data?.templates ?? [];
  const handleSubmit = (event: FormEvent) => {
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
        data && (
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button kind="solid" type="submit" form={form} disabled={!chosen} busy={make.isPending}>
              {t('common.create')}
            </Button>
          </>
        )
      }
    >
      {error && <FailureState error={error} retry={refetch} />}
      {!data && !error && <Blank />}
      {data && (
        <form id={form} onSubmit={handleSubmit} className="grid gap-4">
          {templates.length > GLANCE && <SearchField label={t('templates.search')} value={words} onChange={setWords} />}
          {templates.length > 0 && (
            <Choice
              spaceId={spaceId}
              group={group}
              templates={findTemplates(templates, words)}
              chosen={chosen}
              onChoose={handleChoose}
              onMake={make.mutate}
            />
          )}
          {words === '' && <Ready group={group} chosen={chosen} onChoose={handleChoose} onMake={make.mutate} />}
          {templates.length === 0 && <HowToAdd spaceId={spaceId} templates={data} onClose={onClose} />}
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

function findTemplates(templates: readonly EditorTemplate[], words: string): readonly EditorTemplate[] {
  const parts = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter(({ file_name: name }) => parts.every((part) => name.toLocaleLowerCase().includes(part)));
}

type PickProps = {
  /** The name of the radio buttons. */
  group: string;
  chosen: Choosable | null;
  onChoose: (template: Choosable) => void;
  /** Begins with a template at once. */
  onMake: (template: Choosable) => void;
};

type ChoiceProps = PickProps & { spaceId: string; templates: readonly EditorTemplate[] };

function Choice({ spaceId, templates, group, chosen, onChoose, onMake }: ChoiceProps) {
  if (templates.length === 0) {
    return (
      <p role="status" className="py-10 text-center text-muted">
        {t('templates.none')}
      </p>
    );
  }
  return (
    <fieldset className={GRID}>
      <legend className={LEGEND}>{t('templates.own')}</legend>
      {templates.map((template) => (
        <TemplateCard
          key={template.file_id}
          spaceId={spaceId}
          template={template}
          group={group}
          checked={template === chosen}
          onChoose={() => onChoose(template)}
          onMake={() => onMake(template)}
        />
      ))}
    </fieldset>
  );
}

/** The templates that come with the program. */
function Ready({ group, chosen, onChoose, onMake }: PickProps) {
  return (
    <fieldset className={GRID}>
      <legend className={LEGEND}>{t('templates.ready')}</legend>
      {readyTemplates.map((template) => (
        <ReadyCard
          key={template}
          template={template}
          group={group}
          checked={template === chosen}
          onChoose={() => onChoose(template)}
          onMake={() => onMake(template)}
        />
      ))}
    </fieldset>
  );
}

function Blank() {
  return (
    <div className={GRID}>
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} className="h-40 rounded-card" />
      ))}
    </div>
  );
}

/** Says how a template is added: by those who may choose the folder, or to the folder that was chosen. */
function HowToAdd({
  spaceId,
  templates,
  onClose,
}: {
  spaceId: string;
  templates: EditorTemplates;
  onClose: () => void;
}) {
  const { data: permissions } = usePermissions(spaceId);
  const { folder } = templates;
  const mayChoose = can(permissions, 'update', 'workspace');
  const text = folder
    ? t('templates.emptyFolder', { name: folder.name })
    : t(mayChoose ? 'templates.emptyChoose' : 'templates.emptyAsk');
  const href = folder
    ? hrefOf({ spaceId, directoryId: folder.directory_id, my: false })
    : mayChoose && `/workspace/${spaceId}/settings`;
  return (
    <p className="text-[13px] text-muted">
      {text}{' '}
      {href && (
        <Link className="font-medium text-brand hover:underline" href={href} onClick={onClose}>
          {t(folder ? 'templates.openFolder' : 'templates.chooseFolder')}
        </Link>
      )}
    </p>
  );
}
