import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { num } from '~/i18n';
import { cx } from '~/kit/cx';
import { columnName, coverOf, type Track } from './sheet-layout';
import { useWindow, type Span } from './sheet-window';

/** A cell as it is drawn. */
export interface Drawn {
  readonly text: string;
  readonly className?: string;
  readonly style?: { color?: string; backgroundColor?: string; textAlign?: 'left' | 'center' | 'right' | 'justify' };
  /** It stays in its cell; other text goes on over empty cells beside it. */
  readonly stays?: boolean;
  readonly wraps?: boolean;
  /** What is shown of it in that many px: a number that does not fit is never cut. */
  readonly fit?: (px: number) => string;
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

type Props = {
  label: string;
  rtl: boolean;
  rows: Track;
  columns: Track;
  frozen: readonly [rows: number, columns: number];
  merges: readonly (readonly [number, number, number, number])[];
  /** The cell at a place; null when it is empty or not here yet. */
  cellAt: (row: number, column: number) => Drawn | null;
  chosen: Place;
  onChoose: (place: Place) => void;
  /** Called with the rows that are in sight. */
  onRows?: (rows: Span) => void;
};

const HEAD_WIDTH = 52;
const HEAD_HEIGHT = 28;
/** A text goes on over at most so many empty cells. */
const OVER = 8;

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
  const choose = (place: Place) => {
    props.onChoose(place);
    seen.show(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
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
  const top = { from: 1, until: fixed.rows };
  const side = { from: 1, until: fixed.columns };
  const body = { rows: after(seen.rows, fixed.rows), columns: after(seen.columns, fixed.columns) };
  const layer = (area: Area) => <Cells {...props} area={area} />;
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
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
        if (cell) props.onChoose({ row: Number(cell.dataset.row), column: Number(cell.dataset.column) });
      }}
      onCopy={(event) => {
        event.preventDefault();
        event.clipboardData?.setData('text/plain', props.cellAt(chosen.row, chosen.column)?.text ?? '');
      }}
    >
      <div
        role="presentation"
        className="grid *:[grid-area:1/1] *:self-start *:justify-self-start"
        style={{
          width: HEAD_WIDTH + columns.at(columns.count + 1),
          height: HEAD_HEIGHT + rows.at(rows.count + 1),
        }}
      >
        <Layer rows={rows} columns={columns}>
          {layer({ rows: body.rows, columns: body.columns })}
        </Layer>
        {fixed.columns > 0 && (
          <Layer rows={rows} columns={columns} side={fixed.columns}>
            {layer({ rows: body.rows, columns: side })}
          </Layer>
        )}
        {fixed.rows > 0 && (
          <Layer rows={rows} columns={columns} top={fixed.rows}>
            {layer({ rows: top, columns: body.columns })}
          </Layer>
        )}
        {fixed.rows > 0 && fixed.columns > 0 && (
          <Layer rows={rows} columns={columns} top={fixed.rows} side={fixed.columns}>
            {layer({ rows: top, columns: side })}
          </Layer>
        )}
        <ColumnHeads columns={columns} seen={seen.columns} fixed={fixed.columns} chosen={chosen.column} />
        <RowHeads rows={rows} seen={seen.rows} fixed={fixed.rows} chosen={chosen.row} />
        <div
          aria-hidden="true"
          className="sticky start-0 top-0 z-30 border-e border-b border-line bg-sunken"
          style={{ width: HEAD_WIDTH, height: HEAD_HEIGHT }}
        />
      </div>
    </div>
  );
}

/** The row or column that a step leads to, from one that covers several. */
const move = (from: number, size: number, by: number, count: number) =>
  Math.min(count, Math.max(1, by > 0 ? from + size - 1 + by : from + by));

const after = (span: Span, fixed: number): Span => ({ from: Math.max(span.from, fixed + 1), until: span.until });

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

type LayerProps = { rows: Track; columns: Track; top?: number; side?: number; children: ReactNode };

/** Cells that scroll, or frozen ones that stay at an edge. */
function Layer({ rows, columns, top = 0, side = 0, children }: LayerProps) {
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

interface Area {
  readonly rows: Span;
  readonly columns: Span;
}

const across = (span: Span, from: number, size: number) => from <= span.until && from + size > span.from;

/** Whether a cell begins in this part, and not among the frozen cells or those that scroll beside it. */
const begins = (frozen: Props['frozen'], { rows, columns }: Area, row: number, column: number) =>
  row <= frozen[0] === rows.from <= frozen[0] && column <= frozen[1] === columns.from <= frozen[1];

/** The cells of a part of the sheet, each row in a box of its own. */
function Cells({ area, ...props }: Props & { area: Area }) {
  const { merges } = props;
  // Those that reach into the part, also from outside of it.
  const within = useMemo(
    () =>
      merges.filter(
        ([row, column, rows, columns]) => across(area.rows, row, rows) && across(area.columns, column, columns),
      ),
    [merges, area.rows, area.columns],
  );
  const lines: ReactNode[] = [];
  for (let row = area.rows.from; row <= area.rows.until; row++) {
    lines.push(<Line key={row} {...props} row={row} columns={props.columns} span={area.columns} merges={within} />);
  }
  return (
    <>
      {lines}
      {within.map(([row, column]) => (
        <div key={`${row}-${column}`} role="row" aria-rowindex={row} className="absolute inset-x-0 top-0">
          <Cell {...props} row={row} column={column} merges={within} again={!begins(props.frozen, area, row, column)} />
        </div>
      ))}
    </>
  );
}

function Line({ span, ...props }: Props & { row: number; span: Span }) {
  const { row, rows, merges } = props;
  if (rows.at(row + 1) === rows.at(row)) return null; // hidden
  const cells: ReactNode[] = [];
  for (let column = span.from; column <= span.until; column++) {
    const [, , height, width] = coverOf(merges, row, column);
    if (height * width === 1) cells.push(<Cell key={column} {...props} column={column} />);
  }
  return (
    <div role="row" aria-rowindex={row} className="absolute inset-x-0 top-0">
      {cells}
    </div>
  );
}

/** `again` draws the rest of a cell that begins in another part. */
function Cell({ again = false, ...props }: Props & Place & { again?: boolean }) {
  const { row, column, rows, columns, merges, cellAt, chosen } = props;
  const [, , height, width] = coverOf(merges, row, column);
  const cell = cellAt(row, column);
  const merged = height * width > 1;
  const own = columns.at(column + width) - columns.at(column);
  if (own === 0) return null; // hidden
  const isChosen =
    chosen.row >= row && chosen.row < row + height && chosen.column >= column && chosen.column < column + width;
  return (
    <div
      id={again ? undefined : `cell-${row}-${column}`}
      aria-hidden={again}
      role="gridcell"
      aria-colindex={column}
      aria-selected={isChosen}
      data-row={row}
      data-column={column}
      className={cx(
        'absolute border-e border-b border-line px-2 leading-5',
        isChosen && 'z-10 outline-2 -outline-offset-1 outline-brand',
        merged && 'z-[5] bg-surface',
        cell?.className,
      )}
      style={{
        top: rows.at(row),
        insetInlineStart: columns.at(column),
        height: rows.at(row + height) - rows.at(row),
        width: own,
        ...cell?.style,
      }}
    >
      {cell && (
        <span
          className={cx(
            'flex h-full overflow-hidden',
            cell.wraps ? 'items-start pt-0.5' : 'items-center whitespace-nowrap',
          )}
          style={cell.stays || merged ? undefined : { width: roomOf(props, column) - 16 }}
        >
          <bdi className="min-w-0 flex-1 overflow-hidden">{cell.fit ? cell.fit(own - 16) : cell.text}</bdi>
        </span>
      )}
    </div>
  );
}

/** The width of a cell with the empty ones behind it. */
function roomOf({ row, columns, merges, cellAt }: Props & { row: number }, column: number): number {
  let last = column;
  while (last < columns.count && last - column < OVER) {
    const [, , height, width] = coverOf(merges, row, last + 1);
    if (height * width > 1 || cellAt(row, last + 1)) break;
    last++;
  }
  return columns.at(last + 1) - columns.at(column);
}

type HeadsProps = { seen: Span; fixed: number; chosen: number };

const spanned = (seen: Span, fixed: number) => {
  const numbers = Array.from({ length: fixed }, (_, index) => index + 1);
  for (let number = Math.max(seen.from, fixed + 1); number <= seen.until; number++) numbers.push(number);
  return numbers;
};

const headClass = (chosen: boolean) =>
  cx(
    'absolute grid place-items-center border-line text-xs',
    chosen ? 'bg-brand-soft font-bold text-brand' : 'bg-sunken text-muted',
  );

function ColumnHeads({ columns, seen, fixed, chosen }: HeadsProps & { columns: Track }) {
  const heads = (numbers: number[]) =>
    numbers.map((number) => (
      <span
        key={number}
        className={cx(headClass(number === chosen), 'border-e border-b')}
        style={{
          insetInlineStart: columns.at(number),
          width: columns.at(number + 1) - columns.at(number),
          height: HEAD_HEIGHT,
        }}
      >
        {columns.at(number + 1) > columns.at(number) && columnName(number)}
      </span>
    ));
  return (
    <div
      aria-hidden="true"
      className="sticky top-0 z-20"
      style={{
        marginInlineStart: HEAD_WIDTH,
        height: HEAD_HEIGHT,
        width: columns.at(columns.count + 1),
      }}
    >
      <div className="absolute inset-0">{heads(spanned(seen, fixed).slice(fixed))}</div>
      {fixed > 0 && (
        <div
          className="sticky z-10 h-full bg-sunken"
          style={{ insetInlineStart: HEAD_WIDTH, width: columns.at(fixed + 1) }}
        >
          {heads(spanned({ from: 1, until: 0 }, fixed))}
        </div>
      )}
    </div>
  );
}

function RowHeads({ rows, seen, fixed, chosen }: HeadsProps & { rows: Track }) {
  const heads = (numbers: number[]) =>
    numbers.map((number) => (
      <span
        key={number}
        className={cx(headClass(number === chosen), 'border-e border-b')}
        style={{ top: rows.at(number), height: rows.at(number + 1) - rows.at(number), width: HEAD_WIDTH }}
      >
        {rows.at(number + 1) > rows.at(number) && num(number, { useGrouping: false })}
      </span>
    ));
  return (
    <div
      aria-hidden="true"
      className="sticky start-0 z-20"
      style={{ marginTop: HEAD_HEIGHT, width: HEAD_WIDTH, height: rows.at(rows.count + 1) }}
    >
      <div className="absolute inset-0">{heads(spanned(seen, fixed).slice(fixed))}</div>
      {fixed > 0 && (
        <div className="sticky z-10 w-full bg-sunken" style={{ top: HEAD_HEIGHT, height: rows.at(fixed + 1) }}>
          {heads(spanned({ from: 1, until: 0 }, fixed))}
        </div>
      )}
    </div>
  );
}
