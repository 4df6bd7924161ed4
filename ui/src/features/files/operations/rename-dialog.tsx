import { useId, useRef, useState, type FormEvent } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import type { Entry } from '../listing/entry';
import { nameHint } from './name-hint';
import { stemLength } from './renaming';
import { withOperations } from './with-operations';

type Props = { spaceId: string; entry: Entry; onClose: () => void };

/** Another name, where there is no room to write it in its place. */
export function RenameDialog({ spaceId, entry, onClose }: Props) {
  const form = useId();
  const field = useRef<HTMLFormElement>(null);
  const begun = useRef(false);
  const [name, setName] = useState(entry.name);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const clean = name.trim();
    if (!clean) return setProblem(t('files.nameNeeded'));
    if (clean === entry.name) return onClose();
    setBusy(true);
    withOperations(async ({ rename }) => {
      const reason = await rename(spaceId, entry, clean);
      setBusy(false);
      if (!reason) return onClose();
      setProblem(reason);
      return field.current?.querySelector('input')?.focus();
    });
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
          <Button kind="solid" type="submit" form={form} busy={busy}>
            {t('files.rename')}
          </Button>
        </>
      }
    >
      <form ref={field} id={form} onSubmit={handleSubmit}>
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
            event.currentTarget.setSelectionRange(0, stemLength(entry.name, entry.kind));
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
