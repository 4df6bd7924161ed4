import { ArrowDownWideNarrow, LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { SegmentedControl } from '~/kit/segmented-control';
import { cx } from '~/kit/cx';
import { titleClass } from '~/kit/title';
import { SORTS, type Search } from './filters';
import { showAdvanced } from './start';
import { useResultsView } from './use-results-view';

type Props = { spaceId: string; search: Search; total: number | null; onChange: (search: Search) => void };

const words = {
  relevance: 'search.sortRelevance',
  'name:1': 'search.sortName',
  'size:-1': 'search.sortSize',
  'created_at:-1': 'search.sortCreated',
  'last_modified_at:-1': 'search.sortModified',
} as const;

/** The words of the search and the number of hits, with buttons for filters, order and view. */
export function ResultsBar({ search, total, onChange }: Props) {
  const [view, setView] = useResultsView();
  return (
    <div data-page-head className="flex min-h-14 shrink-0 items-center gap-1 ps-4 pe-4 sm:min-h-15 sm:ps-6">
      <div className="flex min-w-0 flex-1 items-baseline gap-2">
        <h1 className={cx('truncate', titleClass)}>
          {search.query ? t('search.titleOf', { query: search.query }) : t('search.title')}
        </h1>
        <p role="status" className="shrink-0 text-xs text-muted">
          {total !== null && t('search.found', { n: total })}
        </p>
      </div>
      <Button
        className="max-sm:hidden"
        icon={<SlidersHorizontal size={17} aria-hidden="true" />}
        onClick={() => showAdvanced(search)}
      >
        {t('search.filters')}
      </Button>
      <button
        type="button"
        aria-label={t('search.filters')}
        onClick={() => showAdvanced(search)}
        className={iconButtonClass('sm:hidden!')}
      >
        <SlidersHorizontal size={19} aria-hidden="true" />
      </button>
      <Menu
        label={t('search.sort')}
        align="end"
        entries={SORTS.map((sort) => ({
          id: sort,
          label: t(words[sort]),
          checked: sort === search.sort,
          onSelect: () => onChange({ ...search, sort }),
        }))}
        trigger={
          <button type="button" aria-label={t('search.sort')} title={t('search.sort')} className={iconButtonClass()}>
            <ArrowDownWideNarrow size={19} aria-hidden="true" />
          </button>
        }
      />
      <div className="max-sm:hidden">
        <SegmentedControl
          label={t('files.view')}
          hideLabel
          iconsOnly
          value={view}
          onChange={setView}
          segments={[
            { value: 'list', label: t('files.listView'), icon: <List size={18} aria-hidden="true" /> },
            { value: 'grid', label: t('files.gridView'), icon: <LayoutGrid size={17} aria-hidden="true" /> },
          ]}
        />
      </div>
    </div>
  );
}
