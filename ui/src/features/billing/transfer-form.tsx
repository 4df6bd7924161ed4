import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import { sayFault } from '~/page/say-fault';
import { num, t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { PageHead } from '~/page/page-head';
import { cancelOrder, sendReceipt, type Invoice } from './api';
import { orderWords } from './invoice-lines';
import { ReceiptField } from './receipt-field';
import { money } from './words';

function Copyable({ label, value, shown = value }: { label: string; value: string; shown?: string }) {
  const copyLabel = t('billing.copy', { label });
  return <CopyField {...{ label, value, shown, copyLabel }} copiedLabel={t('billing.copied')} />;
}

const inFours = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');

/** Banks count in Rial: ten of them are a Toman. */
function Rials({ total }: { total: number }) {
  const rials = 10 * total;
  return <Copyable label={t('billing.sumRials')} value={String(rials)} shown={num(rials)} />;
}

function Account({ invoice }: { invoice: Invoice }) {
  const { bank } = invoice;
  return (
    <Card title={t('billing.transferTo')}>
      <p className="text-2xl font-extrabold">{money(invoice.total, invoice.currency)}</p>
      <p className="-mt-3 text-muted">{orderWords(invoice)}</p>
      {invoice.currency === 'IRT' && <Rials total={invoice.total} />}
      {bank?.iban && <Copyable label={t('billing.iban')} value={bank.iban} shown={inFours(bank.iban)} />}
      {bank?.card && <Copyable label={t('billing.card')} value={bank.card} shown={inFours(bank.card)} />}
      <p>
        <span className="text-muted">{t('billing.holder')}: </span>
        <span className="font-medium">
          <bdi>{bank?.holder}</bdi>
          {bank?.holder && bank.bank && ' · '}
          <bdi>{bank?.bank}</bdi>
        </span>
      </p>
      <Copyable label={t('billing.orderCode')} value={invoice.payment_id.slice(0, 8)} />
      <Notice>
        <p>{t('billing.transferHint')}</p>
        <p>{t('billing.heldUntil', { date: day(invoice.held_until) })}</p>
      </Notice>
    </Card>
  );
}

/** Where to transfer the money to, and the receipt of it. */
export function TransferForm({ invoice, onSent }: { invoice: Invoice; onSent?: () => void }) {
  const [, navigate] = useLocation();
  const [file, setFile] = useState<File | null>(null);
  const [tracking, setTracking] = useState(invoice.reference);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  const send = async () => {
    if (!file) return setProblem(t('billing.receiptNeeded'));
    setBusy(true);
    setProblem('');
    try {
      await sendReceipt(invoice.payment_id, tracking.trim(), file);
      onSent?.();
    } catch (error) {
      setProblem(faultText(error));
    } finally {
      setBusy(false);
    }
  };
  const giveUp = () =>
    cancelOrder(invoice.payment_id).then(
      () => navigate(invoice.space_id ? `/workspace/${invoice.space_id}/status` : '/plans'),
      sayFault,
    );
  return (
    <>
      <PageHead title={t('billing.transferTitle')} text={t('billing.transferText')} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Account invoice={invoice} />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          noValidate
        >
          <Card
            title={t('billing.receiptTitle')}
            footer={
              <>
                {!invoice.sent_at && <Button onClick={() => void giveUp()}>{t('billing.giveUp')}</Button>}
                <Button type="submit" kind="solid" busy={busy}>
                  {t('billing.send')}
                </Button>
              </>
            }
          >
            <ReceiptField
              file={file}
              error={problem}
              onChange={(next, why) => {
                setFile(next);
                setProblem(why);
              }}
            />
            <TextField
              latin
              label={t('billing.tracking')}
              value={tracking}
              autoComplete="off"
              maxLength={100}
              onChange={(event) => setTracking(event.currentTarget.value)}
            />
          </Card>
        </form>
      </div>
    </>
  );
}
