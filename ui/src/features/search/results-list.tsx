import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { below, cellsOfRow, leadingRows, rowCount, rowOf } from '~/kit/cells';
import { gridLayout, listLayout, sizesOf, type Layout } from '~/features/files/view/layout';
import { expectReturn, rememberScroll } from '~/features/files/view/scroll-memory';
import { t } from '~/i18n';
import { ContextMenu } from '~/kit/context-menu';
import { scrollToReveal, topOf } from '~/kit/row-window';
import { useRows } from '~/kit/use-rows';
import { useWidth } from '~/kit/use-width';
import { hitMenu } from './hit-menu';
import { hrefOfHit, type Hit } from './hits';
import { ResultCard } from './result-card';
import { ResultRow } from './result-row';
import { usePlaceOf } from './use-place-of';
import { useResultsView } from './use-results-view';

type Props = { spaceId: string; hits: readonly Hit[]; more: boolean; onMore: () => void; trash?: boolean };

/** The hits, as rows with an excerpt or as cards. Only those in sight are drawn. */
export function ResultsList({ spaceId, hits: found, more, onMore, trash = false }: Props) {
  const [, navigate] = useLocation();
  const [view] = useResultsView();
  const { isMine, wayTo } = usePlaceOf(spaceId);
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const grid = view === 'grid' && width >= 560;
  const folders = grid ? found.filter(isFolder) : [];
  const hits = grid ? [...folders, ...found.filter((hit) => !isFolder(hit))] : found;
  const layout = grid ? gridLayout(width, folders.length) : rowLayout(width);
  const sizes = sizesOf(layout);
  const count = rowCount(layout, hits.length);
  const rows = useRows(scroller, count, sizes);
  useSteadyScroll(scroller, leadingRows(layout) * layout.folderHeight);
  const menuFor = useRef<Hit | null>(null);
  useEffect(() => {
    if (more && rows.end >= count - 20) onMore();
  });

  const openResult = (href: string, hit: Hit) => {
    const folder = href !== hrefOfHit(spaceId, hit, isMine(hit));
    if (folder) rememberScroll(hit.directoryId, { top: 0, cursor: hit.entry.id });
    navigate(href);
    if (folder) expectReturn();
  };
  const menu = (hit: Hit) => hitMenu(spaceId, hit, isMine(hit), trash, (href) => openResult(href, hit));
  const focus = (index: number) => {
    const element = scroller.current;
    if (!element || index < 0 || index >= hits.length) return;
    const row = rowOf(layout, index);
    element.scrollTop = scrollToReveal(row, element.scrollTop, element.clientHeight, sizes, layout.padding);
    requestAnimationFrame(() => element.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus());
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
    if (at === undefined) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) focus(below(layout, Number(at), step, hits.length) ?? -1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(hits.length - 1);
    else return;
    event.preventDefault();
  };
  const first = cellsOfRow(layout, rows.first, hits.length).first;
  const end = rows.end > 0 ? cellsOfRow(layout, rows.end - 1, hits.length).end : 0;
  return (
    <ContextMenu label={t('search.results')} entries={() => (menuFor.current ? menu(menuFor.current) : [])}>
      <div ref={scroller} data-scroller className="scroll-thin relative min-h-0 flex-1 overflow-y-auto">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links have the focus */}
        <ul
          aria-label={t('search.results')}
          onKeyDown={handleKeyDown}
          onContextMenu={(event) => {
            const at = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
            menuFor.current = hits[Number(at)] ?? null;
          }}
          style={{
            paddingTop: topOf(sizes, rows.first) + layout.padding,
            paddingBottom: Math.max(0, topOf(sizes, count) - topOf(sizes, rows.end)) + 96,
            ...(grid && {
              display: 'grid',
              gridTemplateColumns: `repeat(${layout.columns}, minmax(0, 1fr))`,
              gap: layout.gap,
              paddingInline: layout.padding,
            }),
          }}
        >
          {hits.slice(first, end).map((hit, at) => {
            const shared = {
              spaceId,
              hit,
              index: first + at,
              way: wayTo(hit),
              href: hrefOfHit(spaceId, hit, isMine(hit)),
              menu: () => menu(hit),
            };
            return grid ? (
              <ResultCard
                key={hit.entry.id}
                {...shared}
                width={layout.cellWidth}
                height={(isFolder(hit) ? layout.folderHeight : layout.rowHeight) - layout.gap}
                // Files begin on a row of their own.
                begins={first + at === folders.length}
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

const isFolder = ({ entry }: Hit) => entry.kind === 'directory';

function rowLayout(width: number): Layout {
  const height = width < 560 ? 76 : 64;
  return { ...listLayout(width, false), rowHeight: height, folderHeight: height };
}

/** A further page may bring directories, which go above what is being looked at. */
function useSteadyScroll(scroller: RefObject<HTMLElement | null>, above: number): void {
  const before = useRef(above);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && element.scrollTop > before.current) element.scrollTop += above - before.current;
    before.current = above;
  }, [scroller, above]);
}
