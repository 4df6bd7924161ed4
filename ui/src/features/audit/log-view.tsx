import { Link, useLocation, useSearch } from 'wouter';
import { t, useLang } from '~/i18n';
import { Card } from '~/kit/layout';
import { EventList } from './event-list';
import { FilterBar, isId } from './filter-bar';
import { formatFilter, parseFilter, type Filter } from './filter';

type Props = {
  scope: 'all' | 'alarms';
  /** The person whose events are shown has a page that the reader may open. */
  canOpenPeople: boolean;
};

/** Events of all accounts, by the filter in the address. */
export function LogView({ scope, canOpenPeople }: Props) {
  useLang();
  const [path, navigate] = useLocation();
  const filter = parseFilter(useSearch());
  const change = (next: Filter) => {
    const search = formatFilter(next);
    navigate(path + (search && `?${search}`), { replace: true });
  };
  return (
    <Card>
      <FilterBar filter={filter} onChange={change} onlyAlarms={scope === 'alarms'} />
      {canOpenPeople && isId(filter.user) && (
        <Link href={`/admin/people?person=${filter.user}`} className="w-fit font-medium text-brand hover:underline">
          {t('audit.openPerson')}
        </Link>
      )}
      <EventList scope={scope} filter={filter} onPerson={(user) => change({ ...filter, user, event: '' })} />
    </Card>
  );
}
