import { useId, useState } from 'react';
import { faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import { useSpace } from '~/api/spaces';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { handOver } from './api';
import { MemberSelect } from './member-select';

type Props = {
  spaceId: string;
  /** The new owner, when chosen already. */
  email?: string;
  onClose: () => void;
};

/** Gives the workspace to another member. It cannot be undone, so the user types its name. */
export function HandOverDialog({ spaceId, email = '', onClose }: Props) {
  const form = useId();
  const space = useSpace(spaceId);
  const me = useMe().data;
  const [to, setTo] = useState(email);
  const [typed, setTyped] = useState('');
  const title = space?.title ?? '';
  const give = useMutation({
    mutationFn: () => handOver(spaceId, to),
    onSuccess: () => {
      toast({ kind: 'success', title: t('members.handedOver', { title }) });
      onClose();
    },
  });
  const ready = to !== '' && title !== '' && typed.trim() === title;
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('members.handOverTitle', { title })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" form={form} busy={give.isPending} disabled={!ready}>
            {t('members.handOver')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) give.mutate();
        }}
      >
        <Notice tone="warning">{t('members.handOverText')}</Notice>
        <MemberSelect
          spaceId={spaceId}
          label={t('members.newOwner')}
          value={to}
          except={me?.email ?? ''}
          onChange={setTo}
        />
        <TextField
          label={t('members.handOverName')}
          hint={t('members.handOverType', { title })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {give.error && <Notice tone="danger">{faultText(give.error, 'members')}</Notice>}
      </form>
    </Dialog>
  );
}
