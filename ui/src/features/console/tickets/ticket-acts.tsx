import { Check, GitMerge, RotateCcw, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { departments, type Department } from '~/features/tickets/api';
import { departmentNames } from '~/features/tickets/words';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Select } from '~/kit/select';
import { MergeDialog } from './merge-dialog';
import type { Support, StaffTicket } from './tickets-api';
import type { TicketActing } from './use-ticket-act';

type Props = { ticket: StaffTicket; support: Support; acts: TicketActing; onOpen: (id: string) => void };

/** The actions on a ticket beside writing into it. */
export function TicketActs({ ticket, support, acts: { busy, run }, onOpen }: Props) {
  const [merging, setMerging] = useState(false);
  const assignee = ticket.assignee?._id ?? '';
  // One who may not answer any more stays in sight until somebody else is chosen.
  const gone = ticket.assignee && !support.staff.some(({ _id: id }) => id === assignee) ? [ticket.assignee] : [];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-36">
        <Select
          hideLabel
          label={t('tickets.whose')}
          value={assignee}
          options={[
            { value: '', label: t('tickets.nobody') },
            ...[...support.staff, ...gone].map(({ _id: value, name }) => ({ value, label: name })),
          ]}
          onChange={(to) => run('assign', to ? { assignee: to } : {})}
        />
      </div>
      <div className="min-w-28">
        <Select<Department>
          hideLabel
          label={t('tickets.department')}
          value={ticket.department}
          options={departments.map((value) => ({ value, label: t(departmentNames[value]) }))}
          onChange={(department) => run('department', { department })}
        />
      </div>
      {assignee !== support.mine && (
        <Button
          kind="outline"
          aria-keyshortcuts="a"
          busy={busy === 'assign'}
          icon={<UserCheck size={17} aria-hidden="true" />}
          onClick={() => run('assign', { assignee: support.mine })}
        >
          {t('tickets.assignMe')}
        </Button>
      )}
      {ticket.status === 'pending' ? (
        <Button
          kind="outline"
          busy={busy === 'solve'}
          icon={<Check size={17} aria-hidden="true" />}
          onClick={() => run('solve')}
        >
          {t('tickets.solve')}
        </Button>
      ) : (
        <Button
          kind="outline"
          busy={busy === 'reopen'}
          icon={<RotateCcw size={17} aria-hidden="true" />}
          onClick={() => run('reopen')}
        >
          {t('tickets.reopen')}
        </Button>
      )}
      {ticket.others.length > 0 && (
        <Button icon={<GitMerge size={17} aria-hidden="true" />} onClick={() => setMerging(true)}>
          {t('tickets.merge')}
        </Button>
      )}
      {merging && (
        <MergeDialog
          ticket={ticket}
          onClose={() => setMerging(false)}
          onDone={(into) => {
            setMerging(false);
            onOpen(into.id);
          }}
        />
      )}
    </div>
  );
}
