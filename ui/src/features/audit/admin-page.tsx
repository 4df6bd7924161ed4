import { Redirect, useLocation, useSearch } from 'wouter';
import { useMe } from '~/api/me';
import { Failed } from '~/features/frame/failed';
import { LoadingBar } from '~/features/frame/loading-bar';
import { Plain } from '~/features/frame/plain';
import { t, useLang } from '~/i18n';
import { Card } from '~/kit/layout';
import { ChainCheck } from './chain-check';
import { EventList } from './event-list';
import { FilterBar } from './filter-bar';
import { formatFilter, parseFilter } from './filter';

/** The log of all accounts, for staff. To anybody else the page does not exist. */
export function AdminAuditPage() {
  useLang();
  const { data: me, error, refetch } = useMe();
  const [path, navigate] = useLocation();
  const filter = parseFilter(useSearch());
  if (!me) return error ? <Failed page error={error} retry={refetch} /> : <LoadingBar />;
  if (!me.staff) return <Redirect to="/404" replace />;
  const change = (next: typeof filter) => {
    const search = formatFilter(next);
    navigate(path + (search && `?${search}`), { replace: true });
  };
  return (
    <Plain>
      <div className="mx-auto grid max-w-4xl gap-5">
        <header>
          <h1 className="text-2xl font-extrabold">{t('audit.adminTitle')}</h1>
          <p className="mt-1 text-pretty text-muted">{t('audit.adminText')}</p>
        </header>
        <ChainCheck />
        <Card>
          <FilterBar filter={filter} onChange={change} />
          <EventList whose="all" filter={filter} onPerson={(user) => change({ ...filter, user })} />
        </Card>
      </div>
    </Plain>
  );
}
