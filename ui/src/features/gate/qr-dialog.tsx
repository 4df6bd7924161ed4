import { isolate, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { AddressCard } from './address-card';

/** The address once more, of something made earlier. */
export function QrDialog({ url, title, onClose }: { url: string; title: string; onClose: () => void }) {
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={isolate(title)}
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <AddressCard url={url} title={title} />
    </Dialog>
  );
}
