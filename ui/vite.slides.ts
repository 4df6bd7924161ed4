import type { Plugin } from 'vite';
import { mendedLibrary, type Place } from './vite.mend.ts';

const tables: readonly Place[] = [
  // A table is as high as its rows, whatever its frame says; those below the frame were cut off.
  [
    'o.style.height = `${t.size.h}px`, o.style.overflow = "hidden";\n  const r = [];\n  t.rotation',
    'o.style.height = `${Math.max(t.size.h, i)}px`;\n  const r = [];\n  t.rotation',
  ],
];

const charts: readonly Place[] = [
  // A title without words of its own is the name of the one series.
  [
    'return i.exists() ? Gd(i) : n.exists() && !hn(n)',
    'const own = i.exists() ? Gd(i) : void 0;\n  return own ? own : (i.exists() || n.exists()) && !hn(n)',
  ],
  // The first of bars that lie beside each other is the lowest one, unless the axis is turned; colors go by the order of
  // the series.
  [
    'yAxis: s ? P : E,\n    series: A\n',
    'yAxis: s ? P : E,\n    series: s && !p && !P.inverse ? A.map((one, at, { length: many }, palette = Qd(i)) => ' +
      '({ ...one, itemStyle: one.itemStyle ?? (palette.length > 0 ? { color: palette[at % palette.length] } : void 0) })).reverse() : A\n',
  ],
];

/** Mends @aiden0z/pptx-renderer 1.3.0 at the places above. */
export const mendedSlides = (): Plugin =>
  mendedLibrary({
    name: 'vite.slides.ts',
    library: /@aiden0z\/pptx-renderer\/dist\/aiden0z-pptx-renderer\.es\.js/,
    places: [...tables, ...charts],
  });
