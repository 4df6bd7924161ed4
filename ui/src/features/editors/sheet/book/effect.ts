import type { SheetComment, SheetDrawing } from '~/api/document';
import { MAX_COLUMN, MAX_ROW, type Area } from '../formula/address';
import { shiftSpan, type Shift } from '../formula/rewrite';
import type { Cell, DefinedName, Filter, Sheet } from './book';
import type { PageSetup } from './paper';
import type { Op } from './ops';

export interface Placed {
  readonly row: number;
  readonly column: number;
  readonly cell: Cell | undefined;
}

/** One step of what a user does. */
export type Change =
  | { readonly kind: 'cells'; readonly sheet: string; readonly cells: readonly Placed[] }
  | {
      readonly kind: 'sizes';
      readonly sheet: string;
      readonly axis: 'rows' | 'columns';
      /** px by number; undefined is the usual size. */
      readonly sizes: readonly (readonly [number, number | undefined])[];
    }
  | { readonly kind: 'merges'; readonly sheet: string; readonly merges: readonly Area[] }
  | ({ readonly kind: 'shift'; readonly way: 'insert' | 'delete' } & Pick<Shift, 'sheet' | 'axis' | 'at' | 'count'>)
  | {
      readonly kind: 'hide';
      readonly sheet: string;
      readonly axis: 'rows' | 'columns';
      readonly numbers: readonly number[];
      readonly hidden: boolean;
    }
  | { readonly kind: 'filter'; readonly sheet: string; readonly filter: Filter | null }
  | { readonly kind: 'page'; readonly sheet: string; readonly setup: PageSetup }
  | {
      readonly kind: 'charts';
      readonly sheet: string;
      readonly drawings: readonly SheetDrawing[];
      readonly shown: (cell: Cell) => string;
    }
  | {
      readonly kind: 'note';
      readonly sheet: string;
      readonly row: number;
      readonly column: number;
      /** Null takes it away. */
      readonly note: SheetComment | null;
    }
  | { readonly kind: 'names'; readonly names: readonly DefinedName[] }
  | { readonly kind: 'freeze'; readonly sheet: string; readonly rows: number; readonly columns: number }
  | {
      readonly kind: 'add';
      readonly id: string;
      readonly name: string;
      readonly at: number;
      readonly rtl: boolean;
      readonly whole?: Sheet;
    }
  | { readonly kind: 'remove'; readonly sheet: string }
  | { readonly kind: 'rename'; readonly sheet: string; readonly name: string }
  | { readonly kind: 'move'; readonly sheet: string; readonly at: number };

export interface Touched {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** The effect of a change: its undo, its operations for the server, and the cells to compute again. */
export interface Effect {
  readonly inverse: readonly Change[];
  readonly ops: readonly Op[];
  readonly touched: readonly Touched[];
  /** Rows, columns or sheets are others than before: formulas are read again. */
  readonly structure: boolean;
}

export const effect = (inverse: readonly Change[], ops: readonly Op[], more: Partial<Effect> = {}): Effect => ({
  inverse,
  ops,
  touched: [],
  structure: false,
  ...more,
});

/** Where an area is after a shift; null when it is gone. */
export function shiftedArea(area: Area, shift: Shift): Area | null {
  const rows = shift.axis === 'rows' ? shiftSpan(area.top, area.bottom, shift, MAX_ROW) : [area.top, area.bottom];
  const columns =
    shift.axis === 'columns' ? shiftSpan(area.left, area.right, shift, MAX_COLUMN) : [area.left, area.right];
  if (!rows || !columns) return null;
  const [top = 1, bottom = 1] = rows;
  const [left = 1, right = 1] = columns;
  return { top, left, bottom, right };
}
