import { Check, UserCheck, X } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { toast } from '~/kit/toast';
import { actOnAll, type StaffSummary, type Support } from './tickets-api';
import { actText } from './use-ticket-act';

type Props = {
  chosen: readonly StaffSummary[];
  support: Support;
  /** Takes tickets out of the choice; all of them when none are named. */
  onClear: (only?: readonly StaffSummary[]) => void;
};

/** What can be done with the chosen tickets at once: give them to somebody, or close them as solved. */
export function TicketBulk({ chosen, support, onClear }: Props) {
  const [busy, setBusy] = useState<'assign' | 'solve' | null>(null);
  const open = chosen.filter(({ status }) => status === 'pending');
  const run = async (what: 'assign' | 'solve', tickets: readonly StaffSummary[], assignee?: string) => {
    if (busy) return;
    setBusy(what);
    const { done, problem } = await actOnAll(tickets, what, assignee ? { assignee } : {});
    setBusy(null);
    const freed = what === 'assign' && !assignee;
    if (done > 0) toast({ kind: 'success', title: t(`tickets.bulk_${freed ? 'free' : what}`, { n: done }) });
    if (problem)
      toast({
        kind: 'error',
        title: `${t('tickets.bulkLeft', { n: tickets.length - done })}: ${actText(problem)}`,
      });
    onClear(tickets);
  };
  const people = [{ _id: '', name: t('tickets.nobody') }, ...support.staff];
  return (
    <div
      role="group"
      aria-label={t('tickets.chosen', { n: chosen.length })}
      className="absolute inset-0 z-10 flex flex-wrap content-start items-center gap-1 border-b border-line bg-brand-soft px-3 py-1.5"
    >
      <IconButton label={t('tickets.clearChosen')} onClick={() => onClear()}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      <span className="flex-1 text-sm font-semibold text-brand">{t('tickets.chosen', { n: chosen.length })}</span>
      <Menu
        align="end"
        label={t('tickets.whose')}
        trigger={
          <Button busy={busy === 'assign'} icon={<UserCheck size={17} aria-hidden="true" />}>
            {t('tickets.assign')}
          </Button>
        }
        entries={people.map(({ _id: id, name }) => ({
          id: id || 'nobody',
          label: name,
          onSelect: () => void run('assign', chosen, id),
        }))}
      />
      {open.length > 0 && (
        <Button
          busy={busy === 'solve'}
          icon={<Check size={17} aria-hidden="true" />}
          onClick={() => void run('solve', open)}
        >
          {t('tickets.solve')}
        </Button>
      )}
    </div>
  );
}
