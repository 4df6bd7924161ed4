import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { HEAD_HEIGHT, HEAD_WIDTH, type Merges, type Place } from './cells';
import type { Drawn } from './drawn';
import { coverOf, type Track } from './layout';
import { SheetPanes } from './panes';
import { useWindow, type Span } from './use-window';

type Props = {
  label: string;
  rtl: boolean;
  rows: Track;
  columns: Track;
  frozen: readonly [rows: number, columns: number];
  merges: Merges;
  /** The cell at a place; null when it is empty or not here yet. */
  cellAt: (row: number, column: number) => Drawn | null;
  chosen: Place;
  onChoose: (place: Place) => void;
  /** The place that words were found at. */
  reveal?: Place | null;
  /** What lies over the cells. */
  over?: ReactNode;
  /** Called with the rows that are in sight. */
  onRows?: (rows: Span) => void;
};

/** A sheet of which only the cells in sight are drawn. */
export function SheetGrid(props: Props) {
  const { rows, columns, frozen, rtl, chosen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const fixed = {
    rows: Math.min(frozen[0], rows.count),
    columns: Math.min(frozen[1], columns.count),
  };
  const seen = useWindow(scroller, rows, columns, {
    head: { top: HEAD_HEIGHT, side: HEAD_WIDTH },
    frozen: { top: rows.at(fixed.rows + 1), side: columns.at(fixed.columns + 1) },
    onRows: props.onRows,
  });
  // The cell that a search led to.
  const begin = useRef(chosen);
  const { show } = seen;
  useEffect(() => {
    if (begin.current.row > 1 || begin.current.column > 1) show(begin.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  const { reveal } = props;
  useEffect(() => {
    if (reveal) show(reveal);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when there is another place
  }, [reveal]);
  const choose = (place: Place) => {
    props.onChoose(place);
    seen.show(place);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = keyStep(event, rtl, seen.page);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, column, height, width] = coverOf(props.merges, chosen.row, chosen.column);
    choose({
      row: step.row === 0 ? chosen.row : move(row, height, step.row, rows.count),
      column: step.column === 0 ? chosen.column : move(column, width, step.column, columns.count),
    });
  };
  const area = useMemo(
    () => ({ top: chosen.row, left: chosen.column, bottom: chosen.row, right: chosen.column }),
    [chosen.row, chosen.column],
  );
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.count}
      aria-colcount={columns.count}
      aria-activedescendant={`cell-${chosen.row}-${chosen.column}`}
      tabIndex={0}
      dir={rtl ? 'rtl' : 'ltr'}
      className="scroll-thin min-h-0 flex-1 overflow-auto bg-surface text-sm outline-none select-none"
      onKeyDown={handleKeyDown}
      onClick={(event) => {
        const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
        if (cell) props.onChoose({ row: Number(cell.dataset.row), column: Number(cell.dataset.column) });
      }}
      onCopy={(event) => {
        event.preventDefault();
        event.clipboardData?.setData('text/plain', props.cellAt(chosen.row, chosen.column)?.text ?? '');
      }}
    >
      <SheetPanes {...props} seen={seen} chosen={area} framed />
    </div>
  );
}

/** The row or column that a step leads to, from one that covers several. */
const move = (from: number, size: number, by: number, count: number) =>
  Math.min(count, Math.max(1, by > 0 ? from + size - 1 + by : from + by));

function keyStep(event: KeyboardEvent, rtl: boolean, page: number): Place | null {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (event.key === 'Home') return { row: -Infinity, column: -Infinity };
    return event.key === 'End' ? { row: Infinity, column: Infinity } : null;
  }
  const ahead = rtl ? -1 : 1;
  switch (event.key) {
    case 'ArrowDown':
    case 'Enter':
      return { row: 1, column: 0 };
    case 'ArrowUp':
      return { row: -1, column: 0 };
    case 'ArrowRight':
      return { row: 0, column: ahead };
    case 'ArrowLeft':
      return { row: 0, column: -ahead };
    case 'PageDown':
      return { row: page, column: 0 };
    case 'PageUp':
      return { row: -page, column: 0 };
    case 'Home':
      return { row: 0, column: -Infinity };
    case 'End':
      return { row: 0, column: Infinity };
    default:
      return null;
  }
}
