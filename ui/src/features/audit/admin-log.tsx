import { useLocation, useSearch } from 'wouter';
import { useLang } from '~/i18n';
import { Card } from '~/kit/layout';
import { ChainCheck } from './chain-check';
import { EventList } from './event-list';
import { FilterBar } from './filter-bar';
import { formatFilter, parseFilter, type Filter } from './filter';

/** The log of all accounts: its events, and whether it is intact. */
export function AdminLog() {
  useLang();
  const [path, navigate] = useLocation();
  const filter = parseFilter(useSearch());
  const change = (next: Filter) => {
    const search = formatFilter(next);
    navigate(path + (search && `?${search}`), { replace: true });
  };
  return (
    <>
      <ChainCheck />
      <Card>
        <FilterBar filter={filter} onChange={change} />
        <EventList scope="all" filter={filter} onPerson={(user) => change({ ...filter, user })} />
      </Card>
    </>
  );
}
