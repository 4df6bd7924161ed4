import { cx } from '~/kit/cx';
import type { Drawn } from './drawn';
import { inkOf } from './ink';

const PX_OF_POINT = 4 / 3;

/** The text of a cell, in its several looks. */
export function Text({ cell }: { cell: Drawn }) {
  const { runs, text, style } = cell;
  if (!runs) return text;
  return runs.map(({ t, bold, italic, underline, strike, color, size }, at) => (
    <span
      key={at}
      className={cx(bold && 'font-bold', italic && 'italic', underline && 'underline', strike && 'line-through')}
      style={{
        ...(color && { color: inkOf(color, style?.backgroundColor) }),
        ...(size && size !== 11 && { fontSize: `${Math.round(size * PX_OF_POINT * 0.95)}px` }),
      }}
    >
      {t}
    </span>
  ));
}

const vertical = { 90: 'rotate-180 [writing-mode:vertical-rl]', 180: '[writing-mode:vertical-rl]' } as const;
const STACKED = 255;

/** A text that is turned in its cell. */
export function TurnedText({ cell, turn }: { cell: Drawn; turn: number }) {
  const align = cell.style?.textAlign;
  const across = align === 'left' ? 'justify-start' : align === 'right' ? 'justify-end' : 'justify-center';
  const upright = turn === STACKED ? '[writing-mode:vertical-rl] [text-orientation:upright]' : undefined;
  const degrees = turn <= 90 ? -turn : turn - 90;
  const known = turn === 90 || turn === 180 ? vertical[turn] : upright;
  return (
    <span
      data-turn={turn}
      dir="ltr"
      className={cx('flex h-full items-end overflow-hidden whitespace-nowrap', across)}
      style={{ ...(cell.style?.alignItems && { alignItems: cell.style.alignItems }) }}
    >
      <bdi
        dir={cell.fromRight ? 'rtl' : 'ltr'}
        className={cx('flex-none leading-4', known)}
        style={known ? {} : { transform: `rotate(${degrees}deg)` }}
      >
        <Text cell={cell} />
      </bdi>
    </span>
  );
}

/** The corner of a cell at which something is said. */
export const CommentMark = () => (
  <i
    aria-hidden="true"
    data-comment=""
    className="pointer-events-none absolute end-0 top-0 z-[2] border-4 border-s-transparent border-e-danger border-t-danger border-b-transparent"
  />
);
