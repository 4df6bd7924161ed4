import { useSearchParams } from 'wouter';
import { departments } from '~/features/tickets/api';
import { departmentNames } from '~/features/tickets/words';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { SearchField } from '~/kit/search-field';
import { Select } from '~/kit/select';
import { orders, states, type Filter, type StaffTickets, type TicketFilterState } from './tickets-api';

const first: Filter = { status: 'pending', sort: '', department: '', whose: '', query: '' };

const oneOf = <T extends string>(all: readonly T[], text: string | null, otherwise: T): T =>
  all.find((one) => one === text) ?? otherwise;

/** The filter in the address; the text of the search is not part of it while it is typed. */
export function useTicketAddress() {
  const [search, setSearch] = useSearchParams();
  const filter: Filter = {
    status: oneOf(states, search.get('status'), first.status),
    sort: oneOf(orders, search.get('sort'), first.sort),
    department: oneOf(['', ...departments], search.get('department'), ''),
    whose: oneOf(['', 'mine', 'unassigned'], search.get('whose'), ''),
    query: '',
  };
  const ticket = search.get('ticket');
  /** Other filters, or another ticket beside the list. */
  const show = (next: Partial<Filter> & { ticket?: string | null }, replace = true) => {
    const all = { ...filter, ticket, ...next };
    const parts = Object.entries(all).filter(
      ([name, value]) => value && name !== 'query' && !(name === 'status' && value === first.status),
    );
    setSearch(Object.fromEntries(parts) as Record<string, string>, { replace });
  };
  return { filter, ticket, show } as const;
}

type Props = {
  filter: Filter;
  counts: StaffTickets['counts'] | undefined;
  text: string;
  onText: (text: string) => void;
  onChange: (next: Partial<Filter>) => void;
  /** The reader sees every department. */
  all: boolean;
};

const stateWords = {
  overdue: 'tickets.overdueOnes',
  pending: 'tickets.open',
  solved: 'tickets.solvedOnes',
  closed: 'tickets.closedOnes',
  all: 'tickets.all',
} as const satisfies Record<TicketFilterState, string>;

/** Which tickets are listed, with how many there are in each state. */
export function TicketFilters({ filter, counts, text, onText, onChange, all }: Props) {
  return (
    <div className="grid gap-2 border-b border-line p-3">
      <SearchField label={t('tickets.search')} value={text} onChange={onText} />
      <div role="group" aria-label={t('tickets.status')} className="flex flex-wrap gap-1">
        {states.map((state) => (
          <StateChip
            key={state}
            state={state}
            on={filter.status === state}
            count={state === 'all' ? undefined : counts?.[state]}
            onChoose={() => onChange({ status: state })}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Select<Filter['whose']>
          hideLabel
          label={t('tickets.whose')}
          value={filter.whose}
          options={[
            { value: '', label: t('tickets.everybody') },
            { value: 'mine', label: t('tickets.mine') },
            { value: 'unassigned', label: t('tickets.unassigned') },
          ]}
          onChange={(whose) => onChange({ whose })}
        />
        <Select<Filter['sort']>
          hideLabel
          label={t('tickets.sort')}
          value={filter.sort}
          options={orders.map((value) => ({ value, label: t(`tickets.sort_${value || 'due'}`) }))}
          onChange={(sort) => onChange({ sort })}
        />
        {all && (
          <div className="col-span-2">
            <Select<Filter['department']>
              hideLabel
              label={t('tickets.department')}
              value={filter.department}
              options={[
                { value: '', label: t('tickets.allDepartments') },
                ...departments.map((value) => ({ value, label: t(departmentNames[value]) })),
              ]}
              onChange={(department) => onChange({ department })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

type ChipProps = { state: TicketFilterState; on: boolean; count: number | undefined; onChoose: () => void };

function StateChip({ state, on, count, onChoose }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onChoose}
      className={cx(
        'inline-flex h-8 items-center gap-1 rounded-control px-2 text-xs font-medium ring-1 ring-inset transition pointer-coarse:h-11 pointer-coarse:px-3',
        on ? 'bg-brand-soft text-brand ring-transparent' : 'ring-line hover:bg-hover',
      )}
    >
      {t(stateWords[state])}
      {count !== undefined && (
        <span className={cx(state === 'overdue' && count > 0 ? 'text-danger' : !on && 'text-muted')}>{num(count)}</span>
      )}
    </button>
  );
}
