import { useId, useState, type FormEvent } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { nameHint } from './name-hint';
import { sendFromDialog } from './refused-name';
import type { RefusedName } from './renaming';

type Props = { spaceId: string; parentId: string; refused: RefusedName | undefined; onClose: () => void };

export function NewFolderDialog({ spaceId, parentId, refused, onClose }: Props) {
  const form = useId();
  const [name, setName] = useState<string>(refused?.name ?? t('files.untitledFolder'));
  const [problem, setProblem] = useState(refused?.reason ?? '');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const clean = name.trim();
    if (!clean) return setProblem(t('files.nameRequired'));
    // The folder is shown at once: the keys of the list work from its first moment.
    onClose();
    const dialog = { kind: 'new-folder', spaceId, parentId } as const;
    sendFromDialog(t('files.folderName'), clean, ({ createFolder }) => createFolder(spaceId, parentId, clean), dialog);
    return undefined;
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('files.newFolderTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form}>
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
