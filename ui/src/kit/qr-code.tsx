import { useMemo } from 'react';
import { encode } from 'uqr';
import { cx } from './cx';

/** Quiet space around the code, in modules: readers need it. */
const QUIET = 4;

/** The dark modules as one path; runs in a row are one rectangle. */
function pathOf(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const from = x;
      while (x + 1 < size && row[x + 1]) x++;
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  });
  return { path, size };
}

/** An address for the camera of a phone. Dark on white in either theme: readers expect it so. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('rounded-card bg-white ring-1 ring-line', className ?? 'size-44')}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
