import { useState } from 'react';
import { fieldTexts, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { toast } from '~/kit/toast';
import { Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
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
  const wrong = Object.keys(problems).some((name) => name in noBuyer);
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
  const { data, error, refetch } = useBuyer(spaceId);
  const [editing, setEditing] = useState<'no' | 'yes' | 'no more'>('no');
  return (
    <Card title={t('billing.buyer')} text={t('billing.buyerNext')}>
      {!data && (error ? <Trouble error={error} retry={refetch} /> : <Skeleton className="h-16 w-full" />)}
      {data && editing === 'yes' && (
        <EditForm spaceId={spaceId} kept={completeBuyer(data)} onClose={() => setEditing('no more')} />
      )}
      {data && editing !== 'yes' && (
        <>
          <BuyerSummary buyer={completeBuyer(data)} />
          <div>
            <Button kind="outline" autoFocus={editing === 'no more'} onClick={() => setEditing('yes')}>
              {t(data.name ? 'billing.edit' : 'billing.buyerEnter')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

function EditForm({ spaceId, kept, onClose }: { spaceId: string; kept: Party; onClose: () => void }) {
  const [buyer, setBuyer] = useState(kept);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (next: Party) => {
    setBusy(true);
    setProblem('');
    setProblems({});
    try {
      await keepBuyer(spaceId, next);
      toast(next.name ? { kind: 'success', title: t('billing.buyerKept') } : toForgottenToast(spaceId, kept));
      onClose();
    } catch (failure) {
      const texts = fieldTexts(failure);
      setProblems(texts);
      // A problem of the whole has no field of its own.
      if (Object.keys(texts).every((name) => !(name in noBuyer))) setProblem(faultText(failure));
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save(buyer);
      }}
    >
      <BuyerForm focus buyer={buyer} problems={problems} onChange={setBuyer} />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        {kept.name && (
          <Button className="me-auto text-danger!" disabled={busy} onClick={() => void save(noBuyer)}>
            {t('billing.buyerForget')}
          </Button>
        )}
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button kind="solid" type="submit" busy={busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}

/** Says that the details are gone, and brings them back. */
const toForgottenToast = (spaceId: string, kept: Party) => ({
  kind: 'success' as const,
  title: t('billing.buyerForgotten'),
  timeout: 8000,
  action: { label: t('billing.undo'), onClick: () => void keepBuyer(spaceId, kept).catch(sayFault) },
});
