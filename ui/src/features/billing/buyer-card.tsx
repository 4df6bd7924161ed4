import { useState } from 'react';
import { fieldTexts, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { keepBuyer, useBuyer, type Party } from './api';
import { completeBuyer, noBuyer } from './buyer';
import { BuyerForm } from './buyer-form';
import { PartyRows } from './party-facts';

/** What is known of the buyer, or that nothing is. */
function BuyerSummary({ buyer }: { buyer: Party }) {
  return buyer.name ? <PartyRows party={buyer} /> : <p className="text-muted">{t('billing.buyerEmpty')}</p>;
}

type Props = { buyer: Party; problems: Record<string, string>; onChange: (buyer: Party) => void };

/** The buyer of an order: in short, and a form on demand or when something of it is wrong. */
export function BuyerCard({ buyer, problems, onChange }: Props) {
  const [asked, setOpen] = useState(false);
  const wrong = Object.keys(problems).length > 0;
  const open = asked || wrong;
  return (
    <Card title={t('billing.buyer')} text={t('billing.buyerText')}>
      {open ? <BuyerForm buyer={buyer} problems={problems} onChange={onChange} /> : <BuyerSummary buyer={buyer} />}
      <div>
        <Button kind="outline" aria-expanded={open} disabled={wrong} onClick={() => setOpen(!open)}>
          {t(open ? 'billing.done' : buyer.name ? 'billing.edit' : 'billing.buyerEnter')}
        </Button>
      </div>
    </Card>
  );
}

/** The buyer on the next invoices of a workspace. */
export function BuyerOfSpace({ spaceId }: { spaceId: string }) {
  const { data, error } = useBuyer(spaceId);
  const [edited, setEdited] = useState<Party | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (buyer: Party) => {
    setBusy(true);
    setProblem('');
    setProblems({});
    try {
      await keepBuyer(spaceId, buyer);
      setEdited(null);
      toast({ kind: 'success', title: t('billing.buyerKept') });
    } catch (failure) {
      const texts = fieldTexts(failure);
      setProblems(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(failure));
    }
    setBusy(false);
  };
  const handleClose = () => {
    setEdited(null);
    setProblems({});
    setProblem('');
  };
  return (
    <Card
      title={t('billing.buyer')}
      text={t('billing.buyerNext')}
      footer={
        edited ? (
          <>
            {data?.name && (
              <Button className="me-auto text-danger!" disabled={busy} onClick={() => void save(noBuyer)}>
                {t('billing.buyerForget')}
              </Button>
            )}
            <Button onClick={handleClose}>{t('common.cancel')}</Button>
            <Button kind="solid" busy={busy} onClick={() => void save(edited)}>
              {t('common.save')}
            </Button>
          </>
        ) : (
          <Button kind="outline" disabled={!data} onClick={() => setEdited(completeBuyer(data))}>
            {t(data?.name ? 'billing.edit' : 'billing.buyerEnter')}
          </Button>
        )
      }
    >
      {!data && (error ? <Notice tone="danger">{faultText(error)}</Notice> : <Skeleton className="h-16 w-full" />)}
      {edited ? (
        <BuyerForm buyer={edited} problems={problems} onChange={setEdited} />
      ) : (
        data && <BuyerSummary buyer={completeBuyer(data)} />
      )}
      {problem && <Notice tone="danger">{problem}</Notice>}
    </Card>
  );
}
