import { useState } from 'react';
import { Fault, faultText } from '~/api/fault';
import { isolate, t } from '~/i18n';
import { toast } from '~/kit/toast';
import { act, type Act, type StaffTicket } from './tickets-api';

const readChangedBy = (body: unknown) =>
  typeof body === 'object' && body && 'changed_by' in body ? body.changed_by : undefined;

/** The error; when somebody else was faster, with their name. */
export function actText(error: unknown): string {
  const by = error instanceof Fault && error.key === 'ticket_changed' ? readChangedBy(error.body) : undefined;
  return typeof by === 'string' ? t('tickets.changedBy', { name: isolate(by) }) : faultText(error);
}

/** Acts of one click on a ticket. */
export function useTicketAct(ticket: StaffTicket) {
  const [busy, setBusy] = useState<Act | null>(null);
  const run = (what: Act, terms: Parameters<typeof act>[2] = {}) => {
    if (busy) return;
    setBusy(what);
    act(ticket, what, terms)
      .catch((error: unknown) => toast({ kind: 'error', title: actText(error) }))
      .finally(() => setBusy(null));
  };
  return { busy, run };
}

export type TicketActing = ReturnType<typeof useTicketAct>;
