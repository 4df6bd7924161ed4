import { SearchX, SlidersHorizontal, TextSearch } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import { FailureState } from '~/page/failure-state';
import { faultText } from '~/api/fault';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { ScrollArea } from '~/kit/scroll-area';
import { State } from '~/kit/state';
import { useWindowTitle } from '~/page/use-window-title';
import { Chips } from './chips';
import { parseSearch, resultsHref, type Search } from './filters';
import { ResultsBar } from './results-bar';
import { ResultsList } from './results-list';
import { ResultsSkeleton } from './results-skeleton';
import { showAdvanced } from './start';
import { usePlaceOf } from './use-place-of';
import { useResults } from './use-results';

/** The results of the search in the address. */
export function SearchPage({ spaceId }: { spaceId: string }) {
  useLang();
  const [, navigate] = useLocation();
  const text = useSearch();
  const search = parseSearch(text);
  useWindowTitle(search.query ? `${search.query} · ${t('frame.search')}` : undefined);
  const view = new URLSearchParams(text).get('view');
  const { rootId } = usePlaceOf(spaceId);
  const results = useResults(spaceId, rootId, search);
  const handleChange = (next: Search) => {
    const href = resultsHref(spaceId, next);
    navigate(view ? `${href}${href.includes('?') ? '&' : '?'}view=${view}` : href);
  };
  const total = results.data?.pages[0]?.total ?? null;
  return (
    <div className="flex h-full flex-col">
      <ResultsBar spaceId={spaceId} search={search} total={results.asked ? total : null} onChange={handleChange} />
      <div className="px-5 not-empty:pb-3 max-sm:px-3">
        <Chips spaceId={spaceId} search={search} onChange={handleChange} />
      </div>
      <Body spaceId={spaceId} search={search} results={results} />
    </div>
  );
}

type BodyProps = { spaceId: string; search: Search; results: ReturnType<typeof useResults> };

function Body({ spaceId, search, results }: BodyProps) {
  const filters = (
    <Button kind="soft" icon={<SlidersHorizontal size={17} aria-hidden="true" />} onClick={() => showAdvanced(search)}>
      {t('search.advanced')}
    </Button>
  );
  if (!results.asked) {
    return (
      <ScrollArea centered label={t('search.emptyTitle')}>
        <State
          icon={<TextSearch size={36} strokeWidth={1.6} />}
          title={t('search.emptyTitle')}
          text={t('search.emptyText')}
          actions={filters}
        />
      </ScrollArea>
    );
  }
  if (results.error && !results.data) {
    return (
      <ScrollArea centered label={faultText(results.error)}>
        <FailureState error={results.error} retry={results.refetch} />
      </ScrollArea>
    );
  }
  if (!results.data) return <ResultsSkeleton />;
  if (results.hits.length === 0) {
    return (
      <ScrollArea centered empty label={t('search.noneTitle')}>
        <State
          icon={<SearchX size={36} strokeWidth={1.6} />}
          title={search.query ? t('search.noneFor', { query: search.query }) : t('search.noneTitle')}
          text={t('search.noneText')}
          actions={filters}
        />
      </ScrollArea>
    );
  }
  return (
    <ResultsList
      spaceId={spaceId}
      hits={results.hits}
      more={results.hasNextPage}
      onMore={() => {
        if (results.hasNextPage && !results.isFetchingNextPage) void results.fetchNextPage();
      }}
    />
  );
}
