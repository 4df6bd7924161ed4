import { useState, type ReactNode } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { countUnfinished, type ClientUpload } from './client-upload';

/** So few bytes are sent again before one has read a question. */
const FEW = 1024 * 1024;

/** Cancels uploads; where that throws away what has been sent, it asks first. Callers draw the dialog. */
export function useConfirmedCancel() {
  const [asked, setAsked] = useState<(ReturnType<typeof countUnfinished> & { run: () => void }) | null>(null);
  const cancel = (uploads: readonly ClientUpload[], run: () => void) => {
    const unfinished = countUnfinished(uploads);
    if (unfinished.bytes < FEW) run();
    else setAsked({ ...unfinished, run });
  };
  const dialog: ReactNode = asked && (
    <ConfirmDialog
      title={t('uploads.stopTitle', { n: asked.uploads })}
      text={[
        t('uploads.stopText', { amount: size(asked.bytes) }),
        ...(asked.canPause ? [t('uploads.stopPause')] : []),
      ].join(' ')}
      yes={t('uploads.stopYes')}
      no={t('uploads.stopNo')}
      run={() => Promise.resolve(asked.run())}
      onClose={() => setAsked(null)}
    />
  );
  return { cancel, dialog };
}
