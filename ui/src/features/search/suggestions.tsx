import { Clock, Command, Search, SlidersHorizontal, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { iconButtonClass } from '~/kit/icon-button';
import { Kbd } from '~/kit/kbd';
import { Skeleton } from '~/kit/skeleton';
import { paletteKey } from '~/page/palette';
import { HitLine } from './hit-line';
import type { Hit } from './hits';
import { forgetSearch } from './recents';
import type { Option } from './use-search-box';

type Props = {
  listId: string;
  options: readonly Option[];
  active: number;
  waiting: boolean;
  error: unknown;
  query: string;
  wayTo: (hit: Hit) => string[];
  onChoose: (option: Option) => void;
};

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The list below the search field: earlier searches, or the first hits, then links to the full search. */
export function Suggestions({ listId, options, active, waiting, error, query, wayTo, onChoose }: Props) {
  const found = options.some(({ kind }) => kind === 'hit');
  const recent = options.some(({ kind }) => kind === 'recent');
  return (
    <>
      {recent && <p className="px-3 pt-1 pb-1 text-xs font-medium text-muted">{t('search.recents')}</p>}
      {!query && !recent && <p className="px-3 py-3 text-muted">{t('search.hint')}</p>}
      {waiting && !found && <SuggestionsSkeleton />}
      {error !== null && <p className="px-3 py-3 text-danger">{faultText(error)}</p>}
      {query && !waiting && error === null && !found && (
        <p className="px-3 py-3 text-muted">{t('search.noneFor', { query })}</p>
      )}
      <div role="listbox" id={listId} aria-label={t('search.suggestions')} aria-busy={waiting}>
        {options.map((option, index) => (
          <Row
            key={option.id}
            id={optionId(listId, index)}
            active={index === active}
            option={option}
            onChoose={onChoose}
          >
            {contentOf(option, wayTo)}
          </Row>
        ))}
      </div>
    </>
  );
}

type RowProps = {
  id: string;
  active: boolean;
  option: Option;
  onChoose: (option: Option) => void;
  children: ReactNode;
};

function Row({ id, active, option, onChoose, children }: RowProps) {
  const way = ['all', 'advanced', 'commands'].includes(option.kind);
  return (
    <div className={cx('relative', option.kind === 'all' && 'mt-1 border-t border-line pt-1')}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and hears the keys */}
      <div
        role="option"
        id={id}
        aria-selected={active}
        onClick={() => onChoose(option)}
        className={cx(
          'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5',
          active ? 'bg-hover' : 'hover:bg-hover',
          way && 'font-medium text-brand',
          option.kind === 'recent' && 'pe-12',
        )}
      >
        {children}
      </div>
      {option.kind === 'recent' && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('search.forgetRecent', { query: option.query })}
          onClick={() => forgetSearch(option.query)}
          className={iconButtonClass('absolute end-1 top-1/2 -translate-y-1/2')}
        >
          <X size={15} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function contentOf(option: Option, wayTo: Props['wayTo']): ReactNode {
  switch (option.kind) {
    case 'hit':
      return <HitLine hit={option.hit} way={wayTo(option.hit)} />;
    case 'recent':
      return (
        <>
          <Clock size={16} aria-hidden="true" className="shrink-0 text-muted" />
          <bdi className="truncate">{option.query}</bdi>
        </>
      );
    case 'all':
      return (
        <>
          <Search size={16} aria-hidden="true" />
          {t('search.all')}
        </>
      );
    case 'commands':
      return (
        <>
          <Command size={16} aria-hidden="true" />
          {t('search.commands')}
          <Kbd>{paletteKey()}</Kbd>
        </>
      );
    default:
      return (
        <>
          <SlidersHorizontal size={16} aria-hidden="true" />
          {t('search.advanced')}
        </>
      );
  }
}

function SuggestionsSkeleton() {
  return (
    <div role="status" aria-label={t('search.searching')} className="grid gap-1 px-3 py-1">
      {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
        <div key={width} className="flex h-11 items-center gap-3">
          <Skeleton className="size-9 shrink-0" />
          <Skeleton className={cx('h-3.5', width)} />
        </div>
      ))}
    </div>
  );
}
