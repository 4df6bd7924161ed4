import { changed } from '~/api/changed';
import { faultText } from '~/api/fault';
import type { CustomField } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { deleteField } from './api';

/** Asks first, because deleted values cannot be restored. */
export function DeleteDialog({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => deleteField(field),
    onSuccess: () => {
      void changed.values(field.space_id);
      toast({ title: t('fields.removed', { title: field.title }), kind: 'success' });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('fields.removeTitle', { title: field.title })}
      description={field.uses > 0 ? t('fields.removeText', { n: field.uses }) : t('fields.removeUnused')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('fields.remove')}
          </Button>
        </>
      }
    >
      {remove.error && <Notice tone="danger">{faultText(remove.error)}</Notice>}
    </Dialog>
  );
}
