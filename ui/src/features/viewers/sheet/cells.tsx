import { ChevronDown, ListFilter } from 'lucide-react';
import { memo, useMemo, type ReactNode } from 'react';
import { cx } from '~/kit/cx';
import { coverOf, flowOf, measureOverflow, type Flow, type Track } from './layout';
import type { Drawn } from './drawn';
import { Lines } from './lines';
import { CommentMark, Text, TurnedText } from './text';
import type { Span } from './use-window';

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Places from the first to the last corner, both included. */
export interface Chosen {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The merged cells, each with its row, column, rows and columns. */
export type Merges = readonly (readonly [number, number, number, number])[];

export const HEAD_WIDTH = 52;
export const HEAD_HEIGHT = 28;
/** No letter is wider than its font is high. */
const PX_OF_LETTER = 14;
const PADDING = 16;

export type Shown = {
  rtl: boolean;
  rows: Track;
  columns: Track;
  frozen: readonly [rows: number, columns: number];
  merges: Merges;
  /** The cell at a place; null when it is empty or not here yet. */
  cellAt: (row: number, column: number) => Drawn | null;
  chosen: Chosen;
  /** The chosen cell has a frame of its own. */
  framed?: boolean | undefined;
  /** Another number when a row has other cells than before. */
  revision?: ((row: number) => number) | undefined;
};

type LayerProps = { rows: Track; columns: Track; top?: number; side?: number; children: ReactNode };

/** Cells that scroll, or frozen ones that stay at an edge. */
export function Layer({ rows, columns, top = 0, side = 0, children }: LayerProps) {
  const z = top > 0 && side > 0 ? 15 : 10;
  return (
    <div
      role="rowgroup"
      className={cx(
        'relative',
        (top > 0 || side > 0) && 'sticky overflow-hidden bg-surface',
        top > 0 && 'border-b border-edge',
        side > 0 && 'border-e border-edge',
      )}
      style={{
        marginTop: HEAD_HEIGHT,
        marginInlineStart: HEAD_WIDTH,
        width: columns.at((side || columns.count) + 1),
        height: rows.at((top || rows.count) + 1),
        ...(top > 0 && { top: HEAD_HEIGHT }),
        ...(side > 0 && { insetInlineStart: HEAD_WIDTH }),
        ...((top > 0 || side > 0) && { zIndex: z }),
      }}
    >
      {children}
    </div>
  );
}

export interface Part {
  readonly rows: Span;
  readonly columns: Span;
}

const isAcross = (span: Span, from: number, size: number) => from <= span.until && from + size > span.from;

/** Whether a cell begins in this part, and not among the frozen cells or those that scroll beside it. */
const isBeginning = (frozen: Shown['frozen'], { rows, columns }: Part, row: number, column: number) =>
  row <= frozen[0] === rows.from <= frozen[0] && column <= frozen[1] === columns.from <= frozen[1];

const NONE: Merges = [];

function mergesReaching(merges: Merges, rows: Span, columns: Span): Merges {
  const found = merges.filter(
    ([row, column, height, width]) => isAcross(rows, row, height) && isAcross(columns, column, width),
  );
  return found.length > 0 ? found : NONE;
}

/** The cells of a part of the sheet, each row in a box of its own. */
export function Cells({ area, ...props }: Shown & { area: Part }) {
  const { merges, chosen, revision, rtl, rows, columns, cellAt, framed } = props;
  // Those that reach into the part, also from outside of it.
  const { rows: seenRows, columns: seenColumns } = area;
  // oxlint-disable-next-line react-hooks/preserve-manual-memoization -- the parts are objects that stay
  const within = useMemo(() => mergesReaching(merges, seenRows, seenColumns), [merges, seenRows, seenColumns]);
  const lines: ReactNode[] = [];
  for (let row = area.rows.from; row <= area.rows.until; row++) {
    if (rows.at(row + 1) === rows.at(row)) continue; // hidden
    const isChosen = row >= chosen.top && row <= chosen.bottom;
    lines.push(
      <Line
        key={row}
        row={row}
        from={area.columns.from}
        until={area.columns.until}
        rtl={rtl}
        rows={rows}
        columns={columns}
        merges={within}
        cellAt={cellAt}
        framed={framed}
        left={isChosen ? chosen.left : 0}
        right={isChosen ? chosen.right : 0}
        revision={revision?.(row)}
      />,
    );
  }
  return (
    <>
      {lines}
      {within.map(([row, column, height, width]) => {
        const again = !isBeginning(props.frozen, area, row, column);
        return (
          <div
            key={`${row}-${column}`}
            {...(again ? { 'aria-hidden': true } : { role: 'row', 'aria-rowindex': row })}
            className="absolute inset-x-0 top-0"
          >
            <Cell
              row={row}
              column={column}
              rtl={rtl}
              rows={rows}
              columns={columns}
              merges={within}
              cellAt={cellAt}
              framed={framed}
              chosen={
                chosen.top < row + height &&
                chosen.bottom >= row &&
                chosen.left < column + width &&
                chosen.right >= column
              }
              again={again}
            />
          </div>
        );
      })}
    </>
  );
}

type CellProps = Place &
  Pick<Shown, 'rtl' | 'rows' | 'columns' | 'merges' | 'cellAt' | 'framed'> & { chosen: boolean; again?: boolean };

type LineProps = Omit<CellProps, 'column' | 'chosen'> & {
  from: number;
  until: number;
  left: number;
  right: number;
  revision: number | undefined;
};

/** A row is drawn again only when something of it changed: cells are many. */
const Line = memo(function Line({ from, until, left, right, ...props }: LineProps) {
  const cells: ReactNode[] = [];
  for (let column = from; column <= until; column++) {
    const [, , height, width] = coverOf(props.merges, props.row, column);
    if (height * width === 1) {
      cells.push(<Cell key={column} {...props} column={column} chosen={column >= left && column <= right} />);
    }
  }
  if (cells.length === 0) return null; // all of them are merged
  return (
    <div role="row" aria-rowindex={props.row} className="absolute inset-x-0 top-0">
      {cells}
    </div>
  );
});

/** `again` draws the rest of a cell that begins in another part. */
function Cell({ again = false, ...props }: CellProps) {
  const { row, column, rows, columns, merges, cellAt, chosen, framed } = props;
  const [, , height, width] = coverOf(merges, row, column);
  const cell = cellAt(row, column);
  const merged = height * width > 1;
  const own = columns.at(column + width) - columns.at(column);
  // The far sides of merged cells are those of the last ones.
  const border = merged
    ? {
        ...cell?.border,
        right: cellAt(row, column + width - 1)?.border?.right,
        bottom: cellAt(row + height - 1, column)?.border?.bottom,
      }
    : cell?.border;
  if (own === 0) return null; // hidden
  return (
    <div
      id={again ? undefined : `cell-${row}-${column}`}
      aria-hidden={again}
      role="gridcell"
      aria-colindex={column}
      aria-selected={chosen}
      data-row={row}
      data-column={column}
      data-tip={cell?.comment}
      className={cx(
        'absolute border-e border-b border-line px-2 leading-5',
        chosen && framed && 'z-10 outline-2 -outline-offset-1 outline-brand',
        merged && 'z-[5] bg-surface',
        cell?.className,
      )}
      style={{
        top: rows.at(row),
        insetInlineStart: columns.at(column),
        height: rows.at(row + height) - rows.at(row),
        width: own,
        ...(cell?.filter && { paddingInlineEnd: 26 }),
        ...cell?.style,
      }}
    >
      {border && <Lines border={border} filled={Boolean(cell?.style?.backgroundColor)} row={row} column={column} />}
      {cell?.filter && <FilterMark column={column} active={cell.filter === 'active'} />}
      {cell?.comment !== undefined && <CommentMark />}
      {cell?.text &&
        (cell.turn ? (
          <TurnedText cell={cell} turn={cell.turn} />
        ) : cell.stays ? (
          <ClippedText cell={cell} own={own} />
        ) : (
          <FlowingText {...props} cell={cell} merged={merged} />
        ))}
    </div>
  );
}

const FilterMark = ({ column, active }: { column: number; active: boolean }) => (
  <span
    aria-hidden="true"
    data-filter-column={column}
    data-active={active || undefined}
    className={cx(
      'absolute end-0.5 bottom-0.5 z-[2] grid size-5 cursor-pointer place-items-center rounded-md ring-1 ring-line',
      active ? 'bg-brand-solid text-white' : 'bg-surface text-muted',
    )}
  >
    {active ? <ListFilter size={13} /> : <ChevronDown size={13} />}
  </span>
);

/** A text that stays in its cell. */
const ClippedText = ({ cell, own }: { cell: Drawn; own: number }) => (
  <span
    className={cx('flex h-full overflow-hidden', cell.wraps ? 'items-start pt-0.5' : 'items-center whitespace-nowrap')}
    style={{ ...(cell.style?.alignItems && { alignItems: cell.style.alignItems }) }}
  >
    <bdi className="min-w-0 flex-1 overflow-hidden">{cell.fit ? cell.fit(own - PADDING) : <Text cell={cell} />}</bdi>
  </span>
);

const justified: Readonly<Record<Flow, string>> = { ahead: 'flex-start', back: 'flex-end', both: 'center' };

/** A text that goes on over the empty cells beside its own. */
function FlowingText({ cell, merged, ...props }: CellProps & { cell: Drawn; merged: boolean }) {
  const { row, column, rtl, columns, merges, cellAt } = props;
  const fromRight = cell.fromRight ?? rtl;
  const flow = flowOf(cell.style?.textAlign, fromRight, rtl);
  const need = cell.text.length * (parseFloat(cell.style?.fontSize ?? '') || PX_OF_LETTER) + PADDING;
  const isFree = (next: number) => {
    const [, , height, width] = coverOf(merges, row, next);
    return height * width === 1 && !cellAt(row, next)?.text;
  };
  const { before, behind } = merged ? { before: 0, behind: 0 } : measureOverflow(columns, column, flow, need, isFree);
  const goesOn = before + behind > 0;
  return (
    <span
      className={cx(
        'flex h-full items-center overflow-hidden whitespace-nowrap',
        // Over the fills of the cells beside it, where a click chooses those cells.
        goesOn && 'pointer-events-none relative z-[1]',
      )}
      style={{
        justifyContent: justified[flow],
        ...(goesOn && {
          width: columns.at(column + 1) - columns.at(column) + before + behind - PADDING,
          marginInlineStart: -before,
        }),
        ...(cell.style?.alignItems && { alignItems: cell.style.alignItems }),
      }}
    >
      <bdi
        dir={fromRight ? 'rtl' : 'ltr'}
        className="relative flex-none"
        style={{ left: flow === 'both' ? ((rtl ? -1 : 1) * (before - behind)) / 2 : 0 }}
      >
        <Text cell={cell} />
      </bdi>
    </span>
  );
}
