import { useState } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { ReasonField } from './reason-field';

type Props = {
  title: string;
  act: string;
  onSend: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** Takes the reason for an answer of staff, which the buyer reads. */
export function ReasonDialog({ title, act, onSend, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!reason.trim()) {
      setProblem(t('console.reasonNeeded'));
      return;
    }
    setBusy(true);
    try {
      await onSend(reason.trim());
    } catch (error) {
      setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void send()}>
            {act}
          </Button>
        </>
      }
    >
      <ReasonField
        reason={reason}
        problem={problem}
        onChange={(next) => {
          setReason(next);
          setProblem('');
        }}
      />
    </Dialog>
  );
}
