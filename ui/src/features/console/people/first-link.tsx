import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { Dialog } from '~/kit/dialog';

/** The link by which a person chooses their first password, for an administrator to hand over. */
export function FirstLink({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('consolePeople.handedTitle')}
      description={t('consolePeople.handedText')}
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <CopyField
        label={t('consolePeople.handedLink')}
        value={url}
        copyLabel={t('consolePeople.handedCopy')}
        copiedLabel={t('consolePeople.handedCopied')}
      />
    </Dialog>
  );
}
