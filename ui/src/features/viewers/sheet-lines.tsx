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

/** The lines around a cell, over those of the grid: the first ones of a sheet have no line of the grid before them. */
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
  if (!border.left && !border.right && !border.top && !border.bottom) return null;
  return (
    <i
      aria-hidden="true"
      data-lines=""
      className="pointer-events-none absolute -end-px -bottom-px"
      style={{ top: row === 1 ? 0 : -1, insetInlineStart: column === 1 ? 0 : -1, ...styleOf(border, filled) }}
    />
  );
}
