import { useState, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';

/** The text of a confirmation. */
export interface Confirm {
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: string;
  /** Cancel unless said otherwise. */
  readonly no?: string;
  readonly run: () => Promise<void>;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, text, yes, no, run, onClose }: Confirm & { onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const runAndClose = async () => {
    setBusy(true);
    await run();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{no ?? t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void runAndClose()}>
            {yes}
          </Button>
        </>
      }
    >
      <p className="text-pretty text-muted">{text}</p>
    </Dialog>
  );
}
