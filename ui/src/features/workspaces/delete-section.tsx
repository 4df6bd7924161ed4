import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { deleteSpace } from './api';

/** Deleting cannot be undone, so the user types the full name first. */
export function DeleteSection({ space }: { space: Space }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Card danger title={t('workspaces.deleteTitle')} text={t('workspaces.deleteText')}>
        <Button kind="dangerSoft" className="justify-self-start" onClick={() => setOpen(true)}>
          {t('workspaces.deleteButton')}
        </Button>
      </Card>
      <DeleteDialog key={String(open)} space={space} open={open} onOpenChange={setOpen} />
    </>
  );
}

function DeleteDialog(props: { space: Space; open: boolean; onOpenChange: (open: boolean) => void }) {
  const { space } = props;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [, navigate] = useLocation();

  const remove = async () => {
    setBusy(true);
    setProblem('');
    try {
      await deleteSpace(space.space_id, typed.trim());
      toast({ title: t('workspaces.deleted', { title: space.title }) });
      navigate('/workspace', { replace: true });
    } catch (error) {
      setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={t('workspaces.deleteAsk', { title: space.title })}
      footer={
        <>
          <Button disabled={busy} onClick={() => props.onOpenChange(false)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="delete-space" kind="danger" busy={busy} disabled={typed.trim() !== space.title}>
            {t('workspaces.deleteForever')}
          </Button>
        </>
      }
    >
      <form
        id="delete-space"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <Notice tone="warning">{t('workspaces.deleteText')}</Notice>
        <TextField
          label={t('workspaces.deleteName')}
          hint={t('workspaces.deleteType', { title: space.title })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
