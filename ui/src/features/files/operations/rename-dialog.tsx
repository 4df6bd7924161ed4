import { useId, useRef, useState, type FormEvent } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import type { Entry } from '../listing/entry';
import { nameHint } from './name-hint';
import { sendFromDialog } from './refused-name';
import { stemLength, type RefusedName } from './renaming';

type Props = { spaceId: string; entry: Entry; refused: RefusedName | undefined; onClose: () => void };

/** Another name, where there is no room to write it in its place. */
export function RenameDialog({ spaceId, entry, refused, onClose }: Props) {
  const form = useId();
  const begun = useRef(false);
  const [name, setName] = useState(refused?.name ?? entry.name);
  const [problem, setProblem] = useState(refused?.reason ?? '');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const clean = name.trim();
    if (!clean) return setProblem(t('files.nameNeeded'));
    if (clean === entry.name) return onClose();
    onClose();
    const dialog = { kind: 'rename', spaceId, entry } as const;
    sendFromDialog(t('files.newName'), clean, ({ rename }) => rename(spaceId, entry, clean), dialog);
    return undefined;
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(entry.kind === 'file' ? 'files.renameFile' : 'files.renameFolder')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form}>
            {t('files.rename')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={handleSubmit}>
        <TextField
          label={t('files.newName')}
          value={name}
          error={problem || undefined}
          hint={name === entry.name ? undefined : nameHint(name)}
          autoFocus
          autoComplete="off"
          onFocus={(event) => {
            if (begun.current) return;
            begun.current = true;
            event.currentTarget.setSelectionRange(0, stemLength(name, entry.kind));
          }}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem('');
          }}
        />
      </form>
    </Dialog>
  );
}
