import { Mail, SearchX, Upload, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { SearchField } from '~/kit/search-field';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { useMayChange } from '../use-rights';
import { SectionFrame } from '../section-frame';
import { filters, isPeopleFilter, usePeople, type PeopleFilter } from './api';
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
  const [search, setSearch] = useSearchParams();
  const asked = search.get('filter');
  const filter = isPeopleFilter(asked) ? asked : '';
  const [text, setText] = useState(search.get('query') ?? '');
  const [dialog, setDialog] = useState<'invite' | 'import' | 'make' | null>(null);
  const query = useDebouncedValue(text.trim(), 250);
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
              onChange={(next) => setSearch(next ? { filter: next } : {}, { replace: true })}
            />
          </div>
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
      <SearchResults key={`${filter} ${query}`} filter={filter} query={query} />
      {dialog === 'invite' && <InviteDialog onClose={() => setDialog(null)} />}
      {dialog === 'make' && <MakeDialog onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportDialog onClose={() => setDialog(null)} />}
    </SectionFrame>
  );
}

function SearchResults({ filter, query: text }: { filter: PeopleFilter; query: string }) {
  const query = usePeople(filter, text);
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
