import { Trash2 } from 'lucide-react';
import { can } from '~/api/permissions';
import type { Entries } from '~/features/files/listing/listing';
import { withOperations } from '~/features/files/operations/with-operations';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { useIsPhone } from '~/kit/use-media';

type Props = { spaceId: string; directoryId: string; entries: Entries };

/** Deletes all of it for ever, after asking. */
export function EmptyButton({ spaceId, directoryId, entries }: Props) {
  const phone = useIsPhone();
  if (entries.count === 0 || !can(entries.directory?.current_permissions, 'delete', 'trash')) return null;
  const handleEmpty = () => withOperations((operations) => operations.emptyTrash(spaceId, directoryId));
  if (phone) {
    return (
      <IconButton label={t('files.emptyTrash')} onClick={handleEmpty}>
        <Trash2 size={19} aria-hidden="true" />
      </IconButton>
    );
  }
  return (
    <Button kind="dangerSoft" className="me-1" icon={<Trash2 size={17} aria-hidden="true" />} onClick={handleEmpty}>
      {t('files.emptyTrash')}
    </Button>
  );
}
