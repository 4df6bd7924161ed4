import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';

/** Says what will not be on paper before the browser prints. */
export function PrintDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      open
      calm
      onOpenChange={(open) => !open && onClose()}
      title={t('sheets.printing')}
      footer={
        <>
          <Button onClick={onClose}>{t('sheets.cancel')}</Button>
          <Button
            kind="solid"
            onClick={() => {
              onClose();
              // Without the dialog, which the browser would wait for.
              setTimeout(() => window.print(), 250);
            }}
          >
            {t('sheets.printing')}
          </Button>
        </>
      }
    >
      <Notice tone="warning">{text}</Notice>
    </Dialog>
  );
}
