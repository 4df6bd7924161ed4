import { faultText } from '~/api/fault';
import type { CustomRole } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { deleteRole } from './api';

/** Asks first, and tells how many members lose the role. */
export function DeleteRoleDialog({
  spaceId,
  custom: role,
  onClose,
}: {
  spaceId: string;
  custom: CustomRole;
  onClose: () => void;
}) {
  const remove = useMutation({
    mutationFn: () => deleteRole(spaceId, role.role_id),
    onSuccess: () => {
      toast({ title: t('roles.deleted', { name: role.name }), kind: 'success' });
      onClose();
    },
  });
  const people = role.members.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('roles.deleteTitle', { name: role.name })}
      description={
        people > 0
          ? t('roles.deleteText', { n: people, places: t('roles.placesCount', { n: role.targets.length }) })
          : t('roles.deleteUnused')
      }
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('roles.delete')}
          </Button>
        </>
      }
    >
      {remove.error && <Notice tone="danger">{faultText(remove.error, 'roles')}</Notice>}
    </Dialog>
  );
}
