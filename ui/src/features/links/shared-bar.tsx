import { ArrowDownUp, LayoutGrid, List, ArrowRight, Search, X } from 'lucide-react';
import { Link } from 'wouter';
import type { PathStep } from '~/api/types';
import { t } from '~/i18n';
import { Breadcrumb } from '~/kit/breadcrumb';
import { inputClass } from '~/kit/field';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { SegmentedControl } from '~/kit/segmented-control';
import { useIsPhone } from '~/kit/use-media';
import { placeHref } from './shared-place';

export type Layout = 'list' | 'grid';
export interface Sort {
  readonly field: 'name' | 'size' | 'last_modified_at';
  readonly order: 1 | -1;
}

type Props = {
  id: string;
  /** From all that the link gives down to the directory. */
  steps: readonly PathStep[];
  total: number | undefined;
  layout: Layout;
  onLayout: (layout: Layout) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  query: string;
  onQuery: (query: string) => void;
};

/** The path, the search and the layout of a shared folder. */
export function SharedBar(props: Props) {
  const { id, steps, total, layout, onLayout } = props;
  const phone = useIsPhone();
  const parent = steps.at(-2);
  const hrefOf = (step: PathStep) => placeHref(id, { directoryId: step.directory_id });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2 border-t border-line px-2 py-2 sm:ps-3 sm:pe-3">
      <div className="flex min-w-0 flex-1 items-center">
        {phone ? (
          <>
            {parent && (
              <Link href={hrefOf(parent)} aria-label={t('publiclink.parent')} className={iconButtonClass()}>
                <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
              </Link>
            )}
            <h2 className="truncate px-2 text-base font-bold">
              <bdi>{steps.at(-1)?.name}</bdi>
            </h2>
          </>
        ) : (
          <Breadcrumb
            label={t('publiclink.path')}
            moreLabel={t('publiclink.pathMore')}
            crumbs={steps.map((step) => ({ id: step.directory_id, label: step.name, href: hrefOf(step) }))}
          />
        )}
        {total !== undefined && (
          <span className="shrink-0 px-1 text-xs text-muted">{t('publiclink.nItems', { n: total })}</span>
        )}
      </div>
      <SearchBox {...props} />
      <div className="flex items-center gap-1">
        <SortMenu {...props} />
        <SegmentedControl
          label={t('publiclink.layout')}
          hideLabel
          iconsOnly
          value={layout}
          onChange={onLayout}
          segments={[
            { value: 'list', label: t('publiclink.listLayout'), icon: <List size={18} aria-hidden="true" /> },
            { value: 'grid', label: t('publiclink.gridLayout'), icon: <LayoutGrid size={17} aria-hidden="true" /> },
          ]}
        />
      </div>
    </div>
  );
}

function SearchBox({ query, onQuery }: Pick<Props, 'query' | 'onQuery'>) {
  return (
    <div className="relative w-full max-sm:order-last max-sm:px-2 sm:w-56">
      <Search
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-muted max-sm:start-5"
      />
      <input
        type="text"
        role="searchbox"
        dir="auto"
        enterKeyHint="search"
        maxLength={200}
        aria-label={t('publiclink.search')}
        placeholder={t('publiclink.search')}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onQuery('')}
        className={`${inputClass} ps-9 pe-10`}
      />
      {query && (
        <IconButton
          label={t('publiclink.clearSearch')}
          onClick={() => onQuery('')}
          className="absolute end-0 top-1/2 -translate-y-1/2 max-sm:end-2"
        >
          <X size={17} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

const fields = [
  ['name', 'sortName'],
  ['size', 'sortSize'],
  ['last_modified_at', 'sortDate'],
] as const;

function SortMenu({ sort, onSort }: Pick<Props, 'sort' | 'onSort'>) {
  const entries: MenuEntry[] = [
    ...fields.map(([field, label]) => ({
      id: field,
      label: t(`publiclink.${label}`),
      checked: sort.field === field,
      onSelect: () => onSort({ field, order: field === 'name' ? 1 : -1 }),
    })),
    'separator',
    ...([1, -1] as const).map((order) => ({
      id: String(order),
      label: t(order === 1 ? 'publiclink.ascending' : 'publiclink.descending'),
      checked: sort.order === order,
      onSelect: () => onSort({ ...sort, order }),
    })),
  ];
  return (
    <Menu
      label={t('publiclink.sort')}
      align="end"
      entries={entries}
      trigger={
        <button
          type="button"
          aria-label={t('publiclink.sort')}
          title={t('publiclink.sort')}
          className={iconButtonClass()}
        >
          <ArrowDownUp size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}
