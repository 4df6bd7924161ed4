import { t } from '~/i18n';
import type { MenuEntry } from '~/kit/menu-items';
import { drawBorders, type Bordering } from './book/borders';
import type { SheetController } from './grid/sheet-controller';

type Widths = readonly [top: number, side: number, bottom: number];

const kinds = [
  ['all', 'sheets.borderAll', [1, 1, 1]],
  ['outer', 'sheets.borderOuter', [1, 1, 1]],
  ['thick', 'sheets.borderThick', [2, 2, 2]],
  ['bottom', 'sheets.borderBottom', [0, 0, 1]],
  ['total', 'sheets.borderTotal', [1, 0, 3]],
  ['none', 'sheets.borderNone', [0, 0, 0]],
] as const satisfies readonly (readonly [Bordering, string, Widths])[];

const line = (width: number) =>
  width === 0 ? '1px dotted var(--color-edge)' : `${width}px ${width > 2 ? 'double' : 'solid'}`;

/** A small cell with its lines. */
function Picture({ kind, widths: [top, side, bottom] }: { kind: Bordering; widths: Widths }) {
  const style = { borderTop: line(top), borderInline: line(side), borderBottom: line(bottom) };
  return (
    <i className="relative block size-4" style={style}>
      {kind === 'all' && <i className="absolute inset-x-0 top-1/2 border-t" />}
      {kind === 'all' && <i className="absolute inset-y-0 start-1/2 border-s" />}
    </i>
  );
}

/** Lines around the chosen cells. */
export const borderEntries = (controller: SheetController): MenuEntry[] =>
  kinds.map(([kind, key, widths]) => ({
    id: kind,
    label: t(key),
    icon: <Picture kind={kind} widths={widths} />,
    onSelect: () => {
      const changes = drawBorders(controller.sheet, controller.selection.area, kind);
      if (changes) controller.applyChanges(changes);
      else controller.note('tooLarge');
    },
  }));
