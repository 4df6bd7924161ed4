import { useState } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { isRtl, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { toast } from '~/kit/toast';
import { sendTest } from './outbox-api';

/** Sends a message that says only that it arrived. */
export function TestDialog({ onClose }: { onClose: () => void }) {
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!to.trim() || busy) return;
    setBusy(true);
    try {
      await sendTest(to.trim(), isRtl() ? 'fa' : 'en');
      toast({ kind: 'success', title: t('consoleSystem.tested') });
      onClose();
    } catch (error) {
      setProblem(Object.values(fieldTexts(error))[0] ?? faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('consoleSystem.testTitle')}
      description={t('consoleSystem.testText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} disabled={!to.trim()} onClick={() => void send()}>
            {t('consoleSystem.send')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField
          latin
          label={t('consoleSystem.testTo')}
          value={to}
          error={problem}
          maxLength={200}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setProblem('');
          }}
        />
      </form>
    </Dialog>
  );
}
