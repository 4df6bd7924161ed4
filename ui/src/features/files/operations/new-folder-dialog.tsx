import { useId, useState, type FormEvent } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { askAgain } from './ask-again';
import { nameHint } from './name-hint';
import type { RefusedName } from './renaming';
import { withOperations } from './with-operations';

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
    withOperations(async ({ createFolder }) => {
      const reason = await createFolder(spaceId, parentId, clean);
      if (reason) askAgain({ kind: 'new-folder', spaceId, parentId, refused: { name: clean, reason } });
    });
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
