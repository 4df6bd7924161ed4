import { faultText } from '~/api/fault';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';

type Props = {
  title: string;
  text: string;
  yes: string;
  done: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks first, because holders of the address are not notified, and a removed link cannot be restored. */
export function RemoveDialog({ title, text, yes, done, remove, onClose }: Props) {
  const going = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast({ title: done, kind: 'success' });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={going.isPending} onClick={() => going.mutate()}>
            {yes}
          </Button>
        </>
      }
    >
      {going.error && <Notice tone="danger">{faultText(going.error)}</Notice>}
    </Dialog>
  );
}
