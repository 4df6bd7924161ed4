import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { AccessPanel } from './access-panel';
import type { Entry } from '../listing/entry';

type Props = { spaceId: string; entry: Entry; onClose: () => void };

/** The access view of an entry as a dialog, opened by the share action. */
export function AccessDialog({ spaceId, entry, onClose }: Props) {
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('access.titleOf', { name: entry.name })}
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('access.done')}
        </Button>
      }
    >
      <AccessPanel spaceId={spaceId} entry={entry} inviting />
    </Dialog>
  );
}
