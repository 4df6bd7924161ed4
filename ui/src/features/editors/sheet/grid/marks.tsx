import { cx } from '~/kit/cx';
import type { Track } from '~/features/viewers/sheet/layout';
import { areaName, type Area } from '../formula/address';
import { referencesIn } from '../formula/rewrite';
import type { SheetController } from './sheet-controller';

/** Where an area lies among the cells, in px. */
export function boxOf({ top, left, bottom, right }: Area, rows: Track, columns: Track) {
  const [y, x] = [rows.at(Math.min(top, rows.count + 1)), columns.at(Math.min(left, columns.count + 1))];
  const [endY, endX] = [rows.at(Math.min(bottom, rows.count) + 1), columns.at(Math.min(right, columns.count) + 1)];
  return { top: y, insetInlineStart: x, height: endY - y, width: endX - x };
}

/** The colours of references, in a formula and around the cells that it reads. */
export const referenceColors = [
  { border: 'border-[#1a73e8]', text: 'text-[light-dark(#1558b0,#8ab4f8)]' },
  { border: 'border-[#a142f4]', text: 'text-[light-dark(#7b22c9,#d0a5ff)]' },
  { border: 'border-[#e8710a]', text: 'text-[light-dark(#a04800,#fcad70)]' },
  { border: 'border-[#12853b]', text: 'text-[light-dark(#12703a,#81c995)]' },
] as const;

/** The areas of this sheet that a formula reads, each with its colour. */
function referencedAreas(controller: SheetController) {
  const { editing } = controller;
  if (!editing?.text.startsWith('=')) return [];
  const colors = new Map<string, number>();
  return referencesIn(editing.text.slice(1)).flatMap(({ reference }) => {
    const { sheet, top, left, bottom, right } = reference;
    const area = { top: top.at, left: left.at, bottom: bottom.at, right: right.at };
    const name = `${sheet ?? ''}!${areaName(area)}`;
    if (!colors.has(name)) colors.set(name, colors.size % referenceColors.length);
    const of = sheet === null ? editing.sheet : controller.session.book.sheetByName(sheet)?.id;
    return of === controller.sheetId ? [{ area, color: colors.get(name) ?? 0 }] : [];
  });
}

type Props = { controller: SheetController; rows: Track; columns: Track; preview: Area | null };

/** Frames over the cells: those that are chosen, copied, read by a formula, or about to be filled. */
export function Marks({ controller, rows, columns, preview }: Props) {
  const { selection, clipboard, editing } = controller;
  const { area, anchor } = selection;
  const many = area.top !== area.bottom || area.left !== area.right;
  const first = controller.sheet.merges.find(({ top, left }) => top === anchor.row && left === anchor.column) ?? {
    top: anchor.row,
    left: anchor.column,
    bottom: anchor.row,
    right: anchor.column,
  };
  const source = clipboard.source;
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 z-[8]">
      {many && (
        <div
          data-testid="chosen-area"
          className="absolute border border-brand bg-brand-solid/10"
          style={boxOf(area, rows, columns)}
        />
      )}
      <div className="absolute border-2 border-brand" style={boxOf(first, rows, columns)} />
      {source?.sheet === controller.sheetId && (
        <div className="absolute border-2 border-dashed border-brand" style={boxOf(source.area, rows, columns)} />
      )}
      {referencedAreas(controller).map(({ area: read, color }, index) => (
        <div
          key={index}
          className={cx('absolute border-2', referenceColors[color]?.border)}
          style={boxOf(read, rows, columns)}
        />
      ))}
      {preview && <div className="absolute border-2 border-dotted border-edge" style={boxOf(preview, rows, columns)} />}
      {controller.canEdit && !editing && !selection.whole && <Corner area={area} rows={rows} columns={columns} />}
      {!editing && !selection.whole && <Handles area={area} rows={rows} columns={columns} />}
    </div>
  );
}

/** Dragged with a mouse it fills the cells that it passes. */
function Corner({ area, rows, columns }: { area: Area; rows: Track; columns: Track }) {
  const box = boxOf(area, rows, columns);
  return (
    <div
      data-fill=""
      className="pointer-events-auto absolute size-2 cursor-crosshair bg-brand ring-1 ring-surface pointer-coarse:hidden"
      style={{ top: box.top + box.height - 5, insetInlineStart: box.insetInlineStart + box.width - 5 }}
    />
  );
}

/** On a touch screen the choice is made larger by two knobs. */
function Handles({ area, rows, columns }: { area: Area; rows: Track; columns: Track }) {
  const box = boxOf(area, rows, columns);
  const knob =
    'pointer-events-auto absolute hidden size-8 touch-none place-items-center after:size-3.5 after:rounded-full after:bg-brand after:ring-2 after:ring-surface pointer-coarse:grid';
  return (
    <>
      <div
        data-handle="first"
        className={knob}
        style={{ top: box.top - 16, insetInlineStart: box.insetInlineStart - 16 }}
      />
      <div
        data-handle="last"
        className={knob}
        style={{ top: box.top + box.height - 16, insetInlineStart: box.insetInlineStart + box.width - 16 }}
      />
    </>
  );
}
