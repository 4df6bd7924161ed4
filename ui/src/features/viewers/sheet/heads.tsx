import type { ReactNode } from 'react';
import { num } from '~/i18n';
import { cx } from '~/kit/cx';
import { HEAD_HEIGHT, HEAD_WIDTH } from './cells';
import { columnName, type Track } from './layout';
import type { Span } from './use-window';

type HeadsProps = {
  seen: Span;
  fixed: number;
  /** The first and the last one of the chosen cells. */
  chosen: readonly [from: number, until: number];
  /** Content at the far edge of a head. */
  edge?: ((number: number) => ReactNode) | undefined;
};

const numbersIn = (seen: Span, fixed: number) => {
  const numbers = Array.from({ length: fixed }, (_, index) => index + 1);
  for (let number = Math.max(seen.from, fixed + 1); number <= seen.until; number++) numbers.push(number);
  return numbers;
};

const headClass = (number: number, [from, until]: HeadsProps['chosen']) =>
  cx(
    'absolute grid place-items-center border-line text-xs',
    number >= from && number <= until ? 'bg-brand-soft font-bold text-brand' : 'bg-sunken text-muted',
  );

export function ColumnHeads({ columns, seen, fixed, chosen, edge }: HeadsProps & { columns: Track }) {
  const heads = (numbers: number[]) =>
    numbers.map((number) => (
      <span
        key={number}
        data-head-column={number}
        className={cx(headClass(number, chosen), 'border-e border-b')}
        style={{
          insetInlineStart: columns.at(number),
          width: columns.at(number + 1) - columns.at(number),
          height: HEAD_HEIGHT,
        }}
      >
        {columns.at(number + 1) > columns.at(number) && columnName(number)}
        {edge?.(number)}
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
      <div className="absolute inset-0">{heads(numbersIn(seen, fixed).slice(fixed))}</div>
      {fixed > 0 && (
        <div
          className="sticky z-10 h-full bg-sunken"
          style={{ insetInlineStart: HEAD_WIDTH, width: columns.at(fixed + 1) }}
        >
          {heads(numbersIn({ from: 1, until: 0 }, fixed))}
        </div>
      )}
    </div>
  );
}

export function RowHeads({ rows, seen, fixed, chosen, edge }: HeadsProps & { rows: Track }) {
  const heads = (numbers: number[]) =>
    numbers.map((number) => (
      <span
        key={number}
        data-head-row={number}
        className={cx(headClass(number, chosen), 'border-e border-b')}
        style={{ top: rows.at(number), height: rows.at(number + 1) - rows.at(number), width: HEAD_WIDTH }}
      >
        {rows.at(number + 1) > rows.at(number) && num(number, { useGrouping: false })}
        {edge?.(number)}
      </span>
    ));
  return (
    <div
      aria-hidden="true"
      className="sticky start-0 z-20"
      style={{ marginTop: HEAD_HEIGHT, width: HEAD_WIDTH, height: rows.at(rows.count + 1) }}
    >
      <div className="absolute inset-0">{heads(numbersIn(seen, fixed).slice(fixed))}</div>
      {fixed > 0 && (
        <div className="sticky z-10 w-full bg-sunken" style={{ top: HEAD_HEIGHT, height: rows.at(fixed + 1) }}>
          {heads(numbersIn({ from: 1, until: 0 }, fixed))}
        </div>
      )}
    </div>
  );
}
