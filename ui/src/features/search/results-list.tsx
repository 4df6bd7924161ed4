import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { gridLayout } from '~/features/files/view/layout';
import { expectReturn, rememberScroll } from '~/features/files/view/scroll-memory';
import { t } from '~/i18n';
import { ContextMenu } from '~/kit/context-menu';
import { revealed } from '~/kit/row-window';
import { useRows } from '~/kit/use-rows';
import { useWidth } from '~/kit/use-width';
import { hitMenu } from './hit-menu';
import { hrefOfHit, type Hit } from './hits';
import { ResultCard } from './result-card';
import { ResultRow } from './result-row';
import { usePlaceOf } from './use-place';
import { useResultsView } from './use-results-view';

type Props = { spaceId: string; hits: readonly Hit[]; more: boolean; onMore: () => void; trash?: boolean };

/** The hits, as rows with an excerpt or as cards. Only those in sight are drawn. */
export function ResultsList({ spaceId, hits, more, onMore, trash = false }: Props) {
  const [, navigate] = useLocation();
  const [view] = useResultsView();
  const { isMine, wayTo } = usePlaceOf(spaceId);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const grid = view === 'grid' && width >= 560;
  const layout = grid
    ? gridLayout(width)
    : { columns: 1, cellWidth: width, rowHeight: width < 560 ? 76 : 64, gap: 0, padding: 0 };
  const rowCount = Math.ceil(hits.length / layout.columns);
  const rows = useRows(scroller, rowCount, layout.rowHeight);
  const menuFor = useRef<Hit | null>(null);
  useEffect(() => {
    if (more && rows.end >= rowCount - 20) onMore();
  });

  const go = (href: string, hit: Hit) => {
    const folder = href !== hrefOfHit(spaceId, hit, isMine(hit));
    if (folder) rememberScroll(hit.directoryId, { top: 0, cursor: hit.entry.id });
    navigate(href);
    if (folder) expectReturn();
  };
  const menu = (hit: Hit) => hitMenu(spaceId, hit, isMine(hit), trash, (href) => go(href, hit));
  const focus = (index: number) => {
    const element = scroller.current;
    if (!element || index < 0 || index >= hits.length) return;
    const row = Math.floor(index / layout.columns);
    element.scrollTop = revealed(row, element.scrollTop, element.clientHeight, layout.rowHeight, layout.padding);
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
    if (at === undefined) return;
    const steps: Record<string, number> = { ArrowDown: layout.columns, ArrowUp: -layout.columns };
    const step = steps[event.key];
    if (step !== undefined) focus(Number(at) + step);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(hits.length - 1);
    else return;
    event.preventDefault();
  };
  const drawn = hits.slice(rows.first * layout.columns, rows.end * layout.columns);
  return (
    <ContextMenu label={t('search.results')} entries={() => (menuFor.current ? menu(menuFor.current) : [])}>
      <div ref={scroller} data-scroller className="scroll-thin relative min-h-0 flex-1 overflow-y-auto">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links have the focus */}
        <ul
          aria-label={t('search.results')}
          onKeyDown={onKeyDown}
          onContextMenu={(event) => {
            const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
            menuFor.current = hits[Number(at)] ?? null;
          }}
          style={{
            paddingTop: rows.first * layout.rowHeight + layout.padding,
            paddingBottom: Math.max(0, rowCount - rows.end) * layout.rowHeight + 96,
            ...(grid && {
              display: 'grid',
              gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
              gap: layout.gap,
              paddingInline: layout.padding,
            }),
          }}
        >
          {drawn.map((hit, at) => {
            const shared = {
              spaceId,
              hit,
              index: rows.first * layout.columns + at,
              way: wayTo(hit),
              href: hrefOfHit(spaceId, hit, isMine(hit)),
              menu: () => menu(hit),
            };
            return grid ? (
              <ResultCard
                key={hit.entry.id}
                {...shared}
                width={layout.cellWidth}
                height={layout.rowHeight - layout.gap}
              />
            ) : (
              <ResultRow key={hit.entry.id} {...shared} height={layout.rowHeight} wide={width >= 760} />
            );
          })}
        </ul>
      </div>
    </ContextMenu>
  );
}
