import { useState } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { giveBack, type Payment, type Surplus } from '../api';
import { buyerName, money } from '../words';

type Props = { payment: Payment; surplus: Surplus; onClose: () => void; onDone: (title: string) => void };

/** Takes the reference of the transfer with which a surplus payment was given back. */
export function GivenBackDialog({ payment, surplus, onClose, onDone }: Props) {
  const [reference, setReference] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await giveBack(surplus.surplus_id, reference.trim());
      onDone(t('console.givenBackDone'));
    } catch (error) {
      setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('console.givenBackTitle')}
      description={t('console.givenBackText', { amount: money(surplus.amount, payment), name: buyerName(payment) })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} onClick={() => void send()}>
            {t('console.givenBack')}
          </Button>
        </>
      }
    >
      <TextField
        latin
        label={t('console.refundReference')}
        value={reference}
        error={problem || undefined}
        autoComplete="off"
        maxLength={100}
        onChange={(event) => {
          setReference(event.currentTarget.value);
          setProblem('');
        }}
      />
    </Dialog>
  );
}
