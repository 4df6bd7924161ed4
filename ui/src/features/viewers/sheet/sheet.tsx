import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { faultText } from '~/api/fault';
import type { ViewerProps } from '~/api/content';
import { SHEET_ROWS, sheetQuery, spotQuery, type SheetCell, type SheetPage } from '~/api/document';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { RefusalState } from '../failure-state';
import { commentsAt } from './comments';
import { Charts, MissingLine } from './charts';
import { SheetBar } from './bar';
import { drawCell, displayText, widthOfNumber } from './format';
import type { Place } from './cells';
import { withComment, withFilter, type Drawn } from './drawn';
import { SheetGrid } from './grid';
import { coverOf, pxOfHeight, pxOfWidth, trackOf } from './layout';
import type { Span } from './use-window';
import { WaitingState } from '../waiting-state';

const USUAL_HEIGHT = 26;
const USUAL_WIDTH = 72;
/** Rows and columns without cells that are shown behind the others. */
const SPARE = { rows: 10, columns: 3, least: { rows: 40, columns: 12 } };
/** Browsers lay out boxes up to some 17 million pixels. */
const MOST_ROWS = 600_000;

/** A workbook, read by the server: its sheets as grids of which the rows in sight are fetched. */
export function SheetViewer({ content, name }: ViewerProps) {
  const find = new URLSearchParams(useSearch()).get('find') ?? '';
  const found = useQuery(spotQuery(content, find));
  const [picked, setChosen] = useState<number | null>(null);
  const chosen = picked ?? found.data?.sheet ?? 0;
  const waits = find !== '' && found.isLoading;
  const first = useQuery(sheetQuery(content, chosen, 0));
  const tabs = useRef<SheetPage | null>(null);
  tabs.current = first.data ?? tabs.current;
  if (first.error) return <RefusalState error={first.error} onRetry={() => void first.refetch()} />;
  if (!tabs.current || waits) return <WaitingState />;
  const { sheets } = tabs.current;
  const shown = chosen || tabs.current.sheet;
  return (
    <div className="absolute inset-0 flex flex-col border-t border-line">
      {first.data ? (
        <Sheet
          key={first.data.sheet}
          content={content}
          name={name}
          chosen={chosen}
          head={first.data}
          begin={found.data?.sheet === first.data.sheet ? found.data : null}
        />
      ) : (
        <WaitingState />
      )}
      {sheets.length > 1 && (
        <div
          role="group"
          aria-label={t('preview.sheets')}
          className="scroll-thin flex shrink-0 gap-1 overflow-x-auto border-t border-line bg-surface p-1.5 print:hidden"
        >
          {sheets.map(
            ({ name: label, hidden }, index) =>
              !hidden && (
                <button
                  key={index}
                  type="button"
                  aria-pressed={shown === index + 1}
                  onClick={() => setChosen(index + 1)}
                  className={cx(
                    'h-8 max-w-60 shrink-0 truncate rounded-control px-3 pointer-coarse:h-10',
                    shown === index + 1 ? 'bg-brand-soft font-semibold text-brand' : 'text-muted hover:bg-hover',
                  )}
                >
                  <bdi>{label}</bdi>
                </button>
              ),
          )}
        </div>
      )}
    </div>
  );
}

type SheetProps = ViewerProps & { chosen: number; head: SheetPage; begin: Place | null };

function Sheet({ content, name, chosen, head, begin }: SheetProps) {
  const [place, setPlace] = useState<Place>(begin ?? { row: 1, column: 1 });
  const [span, setSpan] = useState<Span>({ from: 1, until: 1 });
  const parts = usePartsOf(span);
  const pages = useQueries({ queries: parts.map((part) => sheetQuery(content, chosen, part)) });
  const known = useKnown(
    head,
    pages.map(({ data }) => data),
  );
  const columns = useMemo(() => columnsOf(head, known.columns), [head, known.columns]);
  const rows = useMemo(() => rowsOf(head, known.heights), [head, known.heights]);
  const drawn = useMarked(head, known.drawn);
  const merges = head.merges ?? [];
  const [row, column] = coverOf(merges, place.row, place.column);
  const found = known.at(row, column);
  const failed = pages.find(({ error }) => error);
  return (
    <>
      <SheetBar
        place={{ row, column }}
        text={found ? (found.cell.f ? `=${found.cell.f}` : displayText(found.cell, found.style, head.epoch)) : ''}
        formula={Boolean(found?.cell.f)}
        comment={drawn(row, column)?.comment}
      />
      {failed && (
        <p role="alert" className="border-b border-line bg-surface px-3 py-1 text-sm text-danger">
          {faultText(failed.error, 'preview')}
        </p>
      )}
      {head.total > MOST_ROWS && (
        <p role="note" className="border-b border-line bg-surface px-3 py-1 text-xs text-warning">
          {t('preview.rowsShown', { n: num(MOST_ROWS) })}
        </p>
      )}
      <MissingLine missing={head.missing} />
      <SheetGrid
        over={head.drawings && <Charts drawings={head.drawings} rows={rows} columns={columns} epoch={head.epoch} />}
        label={head.sheets[head.sheet - 1]?.name ?? name}
        rtl={head.rtl ?? false}
        rows={rows}
        columns={columns}
        frozen={head.frozen}
        merges={merges}
        cellAt={drawn}
        chosen={place}
        onChoose={setPlace}
        onRows={setSpan}
      />
    </>
  );
}

/** What is said at cells, and the heads of a filter, are marked. */
function useMarked({ filter, comments }: SheetPage, drawn: (row: number, column: number) => Drawn | null) {
  const said = useMemo(() => commentsAt(comments), [comments]);
  return useCallback(
    (row: number, column: number) => {
      const cell = withComment(drawn(row, column), said.get(`${row}-${column}`));
      if (!filter) return cell;
      const [top, left, , columns] = filter.range;
      if (row !== top || column < left || column >= left + columns) return cell;
      return withFilter(cell, filter.columns?.some(({ c }) => c === column) ? 'active' : 'idle');
    },
    [filter, said, drawn],
  );
}

/** The parts of the rows in sight. A part that scrolls by quickly is not fetched. */
function usePartsOf(span: Span): number[] {
  const [parts, setParts] = useState([0]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const first = Math.floor((span.from - 1) / SHEET_ROWS);
      const last = Math.floor((span.until - 1) / SHEET_ROWS);
      setParts(Array.from({ length: last - first + 1 }, (_, index) => first + index));
    }, 80);
    return () => clearTimeout(timer);
  }, [span.from, span.until]);
  return parts;
}

interface Found {
  readonly cell: SheetCell;
  readonly style: SheetPage['styles'][number] | undefined;
}

/** All cells that came so far. */
function useKnown(head: SheetPage, pages: readonly (SheetPage | undefined)[]) {
  const seen = useRef(new Set<SheetPage>());
  const cells = useRef(new Map<number, Map<number, Found>>());
  const [state, setState] = useState({ columns: head.columns, heights: new Map<number, number>() });
  const fresh = [head, ...pages].filter((page): page is SheetPage => page !== undefined && !seen.current.has(page));
  if (fresh.length > 0) {
    const heights = new Map(state.heights);
    let { columns } = state;
    for (const page of fresh) {
      seen.current.add(page);
      columns = Math.max(columns, page.columns);
      for (const row of page.rows) {
        if (row.hidden) heights.set(row.n, 0);
        else if (row.h) heights.set(row.n, Math.max(USUAL_HEIGHT, pxOfHeight(row.h)));
        cells.current.set(row.n, new Map(row.cells.map((cell) => [cell.c, { cell, style: page.styles[cell.s ?? 0] }])));
      }
    }
    setState({ columns, heights: heights.size === state.heights.size ? state.heights : heights });
  }
  const at = useCallback((row: number, column: number) => cells.current.get(row)?.get(column) ?? null, []);
  const drawingAt = useCallback(
    (row: number, column: number) => {
      const found = cells.current.get(row)?.get(column);
      return found ? drawCell(found.cell, found.style, head.epoch) : null;
    },
    // The cells that came make it another function.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [head, state],
  );
  return { ...state, at, drawn: drawingAt };
}

/** Columns of the usual width are as wide as the numbers of the first rows need. */
function measureColumns(head: SheetPage, usual: number): Map<number, number> {
  const own = new Map<number, number>();
  for (const row of head.rows) {
    for (const cell of row.cells) {
      if (cell.v === undefined) continue;
      const style = head.styles[cell.s ?? 0];
      const needed = widthOfNumber(displayText(cell, style, head.epoch), style?.format);
      if (needed > (own.get(cell.c) ?? usual)) own.set(cell.c, needed);
    }
  }
  return own;
}

function columnsOf(head: SheetPage, columns: number) {
  const usual = head.width ? pxOfWidth(head.width) : USUAL_WIDTH;
  const own = measureColumns(head, usual);
  const count = Math.max(columns + SPARE.columns, SPARE.least.columns);
  for (const { from, until, width, hidden } of head.widths ?? []) {
    if (!hidden && !width) continue;
    for (let column = from; column <= Math.min(until, count); column++) own.set(column, hidden ? 0 : pxOfWidth(width));
  }
  return trackOf(count, usual, own);
}

function rowsOf(head: SheetPage, heights: ReadonlyMap<number, number>) {
  const count = Math.min(MOST_ROWS, Math.max(head.total + SPARE.rows, SPARE.least.rows));
  return trackOf(count, Math.max(USUAL_HEIGHT, pxOfHeight(head.height ?? 0)), heights);
}
