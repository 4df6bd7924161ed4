import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { toast } from '~/kit/toast';
import { nameHint } from './name-hint';

type Props = { spaceId: string; parentId: string; onClose: () => void };

export function NewFolderDialog({ spaceId, parentId, onClose }: Props) {
  const form = useId();
  const [name, setName] = useState<string>(t('files.untitledFolder'));
  const [problem, setProblem] = useState('');
  const create = useMutation({
    mutationFn: (directoryName: string) =>
      api.post('storage/space/{space_id}/directory', {
        path: { space_id: spaceId },
        body: { parent_id: parentId, directory_name: directoryName },
      }),
    onSuccess: (directory) => {
      void changed.files(spaceId, parentId);
      toast({ title: t('files.folderMade', { name: directory.name }), kind: 'success' });
      // Before the folder is listed: the keys of the list work from its first moment.
      onClose();
    },
    onError: (error) => setProblem(problemOf(error)),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const clean = name.trim();
    if (clean) create.mutate(clean);
    else setProblem(t('files.nameRequired'));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('files.newFolderTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form} busy={create.isPending}>
            {t('common.create')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={handleSubmit}>
        <TextField
          label={t('files.folderName')}
          value={name}
          error={problem || undefined}
          hint={nameHint(name)}
          autoFocus
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem('');
          }}
        />
      </form>
    </Dialog>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof Fault && error.key === 'duplicate_field') return t('files.nameTaken');
  return faultText(error, 'directory');
}
