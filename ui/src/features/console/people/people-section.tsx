import { Mail, SearchX, Upload, UserPlus, Users } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { SearchField } from '~/kit/search-field';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { useIsCompact } from '~/kit/use-media';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useMayChange } from '../use-rights';
import { SectionFrame } from '../section-frame';
import {
  filters,
  formatOrder,
  isPeopleFilter,
  parseOrder,
  peopleSorts,
  usePeople,
  type PeopleFilter,
  type PeopleOrder,
  type PeopleSort,
} from './api';
import { ImportDialog } from './import-dialog';
import { InviteDialog } from './invite-dialog';
import { MakeDialog } from './make-dialog';
import { PeopleList } from './people-list';
import { PersonPage } from './person-page';

/** Every account: found by search or filter, and one of them at a time. */
export function PeopleSection() {
  const [search] = useSearchParams();
  const id = search.get('person');
  return id ? <PersonPage key={id} id={id} /> : <People />;
}

function People() {
  const { filter, order, query, text, setText, show } = usePeopleAddress();
  const compact = useIsCompact();
  const [dialog, setDialog] = useState<'invite' | 'import' | 'make' | null>(null);
  const mayChange = useMayChange('people');
  return (
    <SectionFrame
      title={t('consolePeople.people')}
      actions={
        <>
          <SearchField
            className="w-64 max-sm:order-last max-sm:w-full"
            label={t('consolePeople.findPeople')}
            value={text}
            onChange={(next) => setText(next.slice(0, 80))}
          />
          <div className="w-44 max-sm:order-last max-sm:w-full">
            <Select<PeopleFilter>
              hideLabel
              label={t('consolePeople.filter')}
              value={filter}
              options={filters.map((value) => ({ value, label: t(`consolePeople.people_${value || 'all'}`) }))}
              onChange={(next) => show({ filter: next })}
            />
          </div>
          {compact && (
            <div className="w-full max-sm:order-last min-[640px]:w-44">
              <Select<PeopleSort>
                hideLabel
                label={t('consolePeople.sort')}
                value={order.by}
                options={sorts.map((value) => ({ value, label: t(`consolePeople.sort_${value}`) }))}
                onChange={(by) => show({ sort: formatOrder({ by, down: peopleSorts[by] }) })}
              />
            </div>
          )}
          {mayChange && (
            <>
              <Button icon={<Upload size={17} aria-hidden="true" />} onClick={() => setDialog('import')}>
                {t('consolePeople.import')}
              </Button>
              <Button icon={<UserPlus size={17} aria-hidden="true" />} onClick={() => setDialog('make')}>
                {t('consolePeople.makeAsk')}
              </Button>
              <Button kind="solid" icon={<Mail size={17} aria-hidden="true" />} onClick={() => setDialog('invite')}>
                {t('consolePeople.invite')}
              </Button>
            </>
          )}
        </>
      }
    >
      <SearchResults
        key={`${filter} ${query} ${formatOrder(order)}`}
        filter={filter}
        query={query}
        order={order}
        onSort={(by) => show({ sort: formatOrder({ by, down: by === order.by ? !order.down : peopleSorts[by] }) })}
      />
      {dialog === 'invite' && <InviteDialog onClose={() => setDialog(null)} />}
      {dialog === 'make' && <MakeDialog onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(null)} />}
    </SectionFrame>
  );
}

const sorts = Object.keys(peopleSorts) as PeopleSort[];

type Address = { filter?: string; query?: string; sort?: string };

/** The list as the address has it; what is typed follows there, and the field follows a link. */
function usePeopleAddress() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('filter');
  const filter = isPeopleFilter(asked) ? asked : '';
  const found = search.get('query') ?? '';
  const [text, setText] = useState(found);
  const typed = useDebouncedValue(text.trim(), 250);
  const written = useRef(found);
  const show = (next: Address) => {
    const all = { filter, query: typed, sort: search.get('sort') ?? '', ...next };
    written.current = all.query;
    setSearch(Object.fromEntries(Object.entries(all).filter(([, value]) => value)), { replace: true });
  };
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => latest.current({ query: typed }), [typed]);
  useEffect(() => {
    // The command palette and the back button lead here with another search than the one that was typed.
    if (found === written.current) return;
    written.current = found;
    setText(found);
  }, [found]);
  return { filter, order: parseOrder(search.get('sort')), query: typed, text, setText, show } as const;
}

type ResultProps = { filter: PeopleFilter; query: string; order: PeopleOrder; onSort: (by: PeopleSort) => void };

function SearchResults({ filter, query: text, order, onSort }: ResultProps) {
  const query = usePeople(filter, text, formatOrder(order));
  const people = query.data?.pages.flatMap((page) => page.people);
  if (!people)
    return (
      <div className="p-6">
        {query.error ? <Trouble error={query.error} retry={query.refetch} /> : <RowsSkeleton rows={6} />}
      </div>
    );
  if (people.length === 0)
    return (
      <div className="grid flex-1 place-items-center">
        <State
          icon={text ? <SearchX size={34} /> : <Users size={34} />}
          title={t(text ? 'consolePeople.nobodyFound' : 'consolePeople.nobody')}
          text={t(text ? 'consolePeople.nobodyFoundText' : 'consolePeople.nobodyText')}
        />
      </div>
    );
  return (
    <PeopleList
      people={people}
      sort={{ ...order, onSort: (by) => onSort(by as PeopleSort) }}
      total={query.data?.pages[0]?.page_info.total ?? 0}
      more={
        query.hasNextPage && (
          <Button kind="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('console.more')}
          </Button>
        )
      }
    />
  );
}
