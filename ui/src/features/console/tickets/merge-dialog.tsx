import { useState } from 'react';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { act, type StaffTicket } from './tickets-api';
import { actText } from './use-ticket-act';

type Props = { ticket: StaffTicket; onClose: () => void; onDone: (into: StaffTicket) => void };

/** Chooses another ticket of the same user, which takes the messages of this one. */
export function MergeDialog({ ticket, onClose, onDone }: Props) {
  const [into, setInto] = useState(ticket.others[0]?.tracking_code ?? '');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const merge = async () => {
    setBusy(true);
    try {
      const other = await act(ticket, 'merge', { into });
      toast({ kind: 'success', title: t('tickets.merged') });
      onDone(other);
    } catch (error) {
      setProblem(actText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('tickets.mergeTitle', { code: ticket.tracking_code })}
      description={t('tickets.mergeText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void merge()}>
            {t('tickets.mergeYes')}
          </Button>
        </>
      }
    >
      <ChoiceCards
        label={t('tickets.mergeInto')}
        value={into}
        choices={ticket.others.map(({ tracking_code: value, subject, updated_at: at }) => ({
          value,
          label: subject,
          hint: `${value} · ${day(at)}`,
        }))}
        onChange={setInto}
      />
      {problem && (
        <div className="mt-4">
          <Notice tone="danger">
            <p role="alert">{problem}</p>
          </Notice>
        </div>
      )}
    </Dialog>
  );
}
