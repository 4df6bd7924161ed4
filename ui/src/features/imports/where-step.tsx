import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useSpace } from '~/api/spaces';
import { FolderChooser } from '~/features/files/picker/folder-chooser';
import { useFolders } from '~/features/files/picker/use-folders';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import type { OnDuplicate } from './api';
import type { Draft, Start } from './draft';

const answers: readonly { value: OnDuplicate; words: 'Rename' | 'Version' | 'Replace' | 'Skip' }[] = [
  { value: 'rename', words: 'Rename' },
  { value: 'version', words: 'Version' },
  { value: 'replace', words: 'Replace' },
  { value: 'skip', words: 'Skip' },
];

type Props = {
  start: Start;
  draft: Draft;
  onChange: (draft: Draft) => void;
};

/** The destination, the folder in it, and the answer for names that are taken. */
export function WhereStep({ start, draft, onChange }: Props) {
  const chosen = answers.find(({ value }) => value === draft.onDuplicate) ?? answers[0];
  return (
    <div className="grid gap-5">
      <Destination start={start} draft={draft} onChange={onChange} />
      <TextField
        label={t('imports.newFolder')}
        hint={t('imports.newFolderHint')}
        maxLength={200}
        autoComplete="off"
        value={draft.folder}
        onChange={(event) => onChange({ ...draft, folder: event.currentTarget.value })}
      />
      <div className="grid gap-1.5">
        <Select
          label={t('imports.taken')}
          value={draft.onDuplicate}
          onChange={(onDuplicate) => onChange({ ...draft, onDuplicate })}
          options={answers.map(({ value, words }) => ({ value, label: t(`imports.taken${words}`) }))}
        />
        {chosen && <p className="text-xs text-muted">{t(`imports.taken${chosen.words}Hint`)}</p>}
      </div>
    </div>
  );
}

function Destination({ start, draft, onChange }: Props) {
  const space = useSpace(start.spaceId);
  const [choosing, setChoosing] = useState(false);
  const target = draft.directoryId ? { spaceId: start.spaceId, directoryId: draft.directoryId } : null;
  const folders = useFolders(target);
  const path = folders.data?.path ?? [];
  const my = path[0] ? path[0].directory_id === space?.my_root_directory_id : false;
  const root = t(my ? 'frame.myDrive' : 'frame.sharedFiles');
  const names = [root, ...path.slice(1).map(({ name }) => name)];
  const refused = folders.data && !(folders.data.mayAddFiles && folders.data.mayMakeFolders);
  return (
    <div className="grid gap-1.5">
      <h3 className="font-medium">{t('imports.where')}</h3>
      {choosing && space ? (
        <FolderChooser
          spaces={[space]}
          here={start.spaceId}
          target={target}
          folders={folders}
          onGo={(next) => onChange({ ...draft, directoryId: next?.directoryId ?? '' })}
        />
      ) : (
        <div className="flex items-center gap-3 rounded-control border border-line py-1 ps-3 pe-1">
          <FolderOpen size={18} aria-hidden="true" className="shrink-0 text-muted" />
          <p className="min-w-0 flex-1 truncate">
            {names.map((name, index) => (
              <span key={index}>
                {index > 0 && <span className="px-1.5 text-muted">/</span>}
                <bdi>{name}</bdi>
              </span>
            ))}
          </p>
          <Button className="text-brand!" onClick={() => setChoosing(true)}>
            {t('imports.changeWhere')}
          </Button>
        </div>
      )}
      <p role="status" className="text-xs text-danger empty:hidden">
        {refused && t('imports.mayNotHere')}
      </p>
    </div>
  );
}
