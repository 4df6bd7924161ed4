import { Check, SearchX } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { MarkedText } from '~/features/search/marked-text';
import { t } from '~/i18n';
import { afterPaint } from '~/kit/after-paint';
import { cx } from '~/kit/cx';
import type { Candidate, RankedGroup, Row } from './candidates';

/** As many rows as the list shows without scrolling. */
const SIGHT = 12;

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

type Props = {
  listId: string;
  groups: readonly RankedGroup[];
  /** The place of the row that Enter runs, among all rows. */
  active: number;
  /** Nothing was found, neither here nor by the server. */
  empty: boolean;
  query: string;
  onPoint: (candidate: Candidate) => void;
  onChoose: (candidate: Candidate) => void;
};

/** The groups with their headings. Rows in sight do not move when others come. */
export function PaletteList({ listId, groups, active, empty, query, onPoint, onChoose }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useRef(false);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    // The first row is seen with the heading of its group.
    if (active === 0) {
      // Even where it changes nothing it would lay out the new rows, before the letter that asked for them is painted.
      if (scrolled.current) box.scrollTop = 0;
      scrolled.current = false;
    } else document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, listId, query]);
  const whole = useWhole(query);
  let index = 0;
  return (
    <>
      <div
        ref={scroller}
        onScroll={(event) => {
          scrolled.current = event.currentTarget.scrollTop > 0;
        }}
        role="listbox"
        id={listId}
        aria-label={t('palette.list')}
        className={cx('scroll-thin min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2', !empty && 'flex-1')}
      >
        {groups.map(({ id, title, rows }) => (
          <div key={id} role="group" aria-labelledby={`${listId}-${id}`} className="pb-1.5">
            <div
              id={`${listId}-${id}`}
              role="presentation"
              className="truncate px-3 pt-1.5 pb-1 text-xs font-semibold text-muted"
            >
              {title}
            </div>
            {rows.map((row) => {
              const at = index++;
              if (!whole && at >= SIGHT) return null;
              return (
                <PaletteRow
                  key={row.candidate.id}
                  id={optionId(listId, at)}
                  row={row}
                  active={at === active}
                  onPoint={onPoint}
                  onChoose={onChoose}
                />
              );
            })}
          </div>
        ))}
      </div>
      {empty && <EmptyResult query={query} />}
    </>
  );
}

/** False until the first rows for a query are painted. */
function useWhole(query: string): boolean {
  const [drawn, setDrawn] = useState(query);
  useLayoutEffect(() => {
    let current = true;
    afterPaint(() => current && setDrawn(query));
    return () => {
      current = false;
    };
  }, [query]);
  return drawn === query;
}

function EmptyResult({ query }: { query: string }) {
  return (
    <div className="grid min-h-0 flex-1 content-center justify-items-center gap-2 px-6 text-center">
      <SearchX size={30} strokeWidth={1.6} aria-hidden="true" className="text-muted" />
      <p className="font-semibold">{t('palette.none', { query })}</p>
      <p className="max-w-sm text-sm text-pretty text-muted">{t('palette.noneText')}</p>
    </div>
  );
}

type RowProps = { id: string; row: Row; active: boolean } & Pick<Props, 'onPoint' | 'onChoose'>;

function PaletteRow({ id, row: { candidate, marks }, active, onPoint, onChoose }: RowProps) {
  const { text, detail, icon, shortcut, danger, checked } = candidate;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and hears the keys
    <div
      role="option"
      id={id}
      aria-selected={active}
      onMouseMove={() => !active && onPoint(candidate)}
      onClick={() => onChoose(candidate)}
      className={cx(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 select-none pointer-coarse:min-h-12',
        active && (danger ? 'bg-danger-soft' : 'bg-hover'),
        danger && 'text-danger',
      )}
    >
      <span aria-hidden="true" className={cx('grid size-7 shrink-0 place-items-center', !danger && 'text-muted')}>
        {icon}
      </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className="max-w-full min-w-0 shrink-0 font-medium">
          <MarkedText text={text} marks={marks} />
        </span>
        {detail && (
          <bdi className="min-w-0 flex-1 truncate text-end text-xs text-muted" title={detail}>
            {detail}
          </bdi>
        )}
      </span>
      {checked && <Check size={16} aria-hidden="true" className="shrink-0 text-brand" />}
      {shortcut && (
        <kbd dir="ltr" className="shrink-0 font-sans text-xs text-muted pointer-coarse:hidden">
          {shortcut}
        </kbd>
      )}
    </div>
  );
}
