import type { CSSProperties } from 'react';
import type { SheetBorder, SheetLine } from '~/api/document';
import { contrast } from '~/kit/contrast';

export type Border = SheetBorder;

const dashes: Readonly<Record<string, string>> = {
  dotted: '1px dotted',
  hair: '1px dotted',
  dashed: '1px dashed',
  dashDot: '1px dashed',
  dashDotDot: '1px dashed',
  medium: '2px solid',
  mediumDashed: '2px dashed',
  mediumDashDot: '2px dashed',
  mediumDashDotDot: '2px dashed',
  slantDashDot: '2px dashed',
  thick: '3px solid',
  double: '3px double',
};

/** Lines of a sheet that is printed are black; on a dark page they have the colour of its text. */
function colorOf({ color }: SheetLine, filled: boolean): string {
  if (filled) return `#${color ?? '000000'}`;
  if (!color || contrast(`#${color}`, '#000000') < 1.6) return 'var(--color-fg)';
  return contrast(`#${color}`, '#ffffff') < 1.1 ? 'var(--color-surface)' : `#${color}`;
}

function styleOf({ left, right, top, bottom }: Border, filled: boolean): CSSProperties {
  const line = (of: SheetLine) => `${dashes[of.style] ?? '1px solid'} ${colorOf(of, filled)}`;
  return {
    ...(left && { borderInlineStart: line(left) }),
    ...(right && { borderInlineEnd: line(right) }),
    ...(top && { borderTop: line(top) }),
    ...(bottom && { borderBottom: line(bottom) }),
  };
}

/** The lines around a cell and through it, over those of the grid: the first ones of a sheet have no line of the grid before them. */
export function Lines({
  border,
  filled,
  row,
  column,
}: {
  border: Border;
  filled: boolean;
  row: number;
  column: number;
}) {
  const { left, right, top, bottom, up, down } = border;
  return (
    <>
      {(up || down) && <Diagonals up={up} down={down} filled={filled} />}
      {(left || right || top || bottom) && (
        <i
          aria-hidden="true"
          data-lines=""
          className="pointer-events-none absolute -end-px -bottom-px"
          style={{ top: row === 1 ? 0 : -1, insetInlineStart: column === 1 ? 0 : -1, ...styleOf(border, filled) }}
        />
      )}
    </>
  );
}

/** The widths of lines that are not thin, and what lines of several parts are made of, in px. */
const widths: Readonly<Record<string, number>> = { thick: 3 };
const strokes: readonly (readonly [style: RegExp, parts: string])[] = [
  [/dotted|hair/i, '1 2'],
  [/dashDotDot/i, '6 2 2 2 2 2'],
  [/dashDot/i, '6 2 2 2'],
  [/dashed/i, '5 3'],
];

type DiagonalsProps = { up: SheetLine | undefined; down: SheetLine | undefined; filled: boolean };

/** The lines through a cell. They do not turn with the way that the sheet runs. */
function Diagonals({ up, down, filled }: DiagonalsProps) {
  const line = (of: SheetLine, from: string, until: string, offset: number) => (
    <svg
      key={from + offset}
      aria-hidden="true"
      data-diagonal={from === '0' ? 'down' : 'up'}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
      style={{ top: offset }}
    >
      <line
        x1="0"
        y1={from}
        x2="100"
        y2={until}
        stroke={colorOf(of, filled)}
        strokeWidth={widths[of.style] ?? (/^medium|slant/.test(of.style) ? 2 : 1)}
        strokeDasharray={strokes.find(([style]) => style.test(of.style))?.[1]}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
  const all = (of: SheetLine, from: string, until: string) =>
    (of.style === 'double' ? [-1.5, 1.5] : [0]).map((offset) => line(of, from, until, offset));
  return (
    <>
      {up && all(up, '100', '0')}
      {down && all(down, '0', '100')}
    </>
  );
}
