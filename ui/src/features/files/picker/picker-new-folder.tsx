import { useState, type FormEvent } from 'react';
import { Fault, faultText } from '~/api/fault';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { createFolder, type Target } from '../operations/calls';
import { nameHint } from '../operations/name-hint';
import { refresh } from '../operations/optimistic';

type Props = { target: Target; onMade: (target: Target) => void; onClose: () => void };

/** Makes a folder in the shown one, and opens it. */
export function PickerNewFolder({ target, onMade, onClose }: Props) {
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: (folder: string) => createFolder(target.spaceId, target.directoryId, folder),
    onSuccess: ({ directory_id: directoryId }) => {
      refresh(target.spaceId);
      onMade({ spaceId: target.spaceId, directoryId });
    },
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.mutate(name.trim());
  };
  const { error } = create;
  const taken = error instanceof Fault && error.key === 'duplicate_field';
  return (
    <form onSubmit={handleSubmit} className="mb-3 flex items-end gap-2 rounded-card bg-sunken p-3">
      <div className="min-w-0 flex-1">
        <TextField
          label={t('files.folderName')}
          value={name}
          error={error ? (taken ? t('files.nameTaken') : faultText(error, 'directory')) : undefined}
          hint={nameHint(name)}
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onClose();
          }}
        />
      </div>
      <Button kind="soft" type="submit" busy={create.isPending} disabled={!name.trim()}>
        {t('common.create')}
      </Button>
    </form>
  );
}
