import type { SheetBorder, SheetRun } from '~/api/document';

/** A cell as it is drawn. */
export interface Drawn {
  readonly text: string;
  readonly className?: string;
  readonly style?: {
    color?: string;
    backgroundColor?: string;
    textAlign?: 'left' | 'center' | 'right' | 'justify';
    fontSize?: string;
    fontFamily?: string;
    alignItems?: string;
  };
  readonly border?: SheetBorder | undefined;
  readonly runs?: readonly SheetRun[] | undefined;
  readonly turn?: number | undefined;
  /** What is said at the cell. */
  readonly comment?: string | undefined;
  /** A filter hides rows by its column, or may do so. */
  readonly filter?: 'idle' | 'active' | undefined;
  /** It stays in its cell; other text goes on over empty cells beside it. */
  readonly stays?: boolean;
  readonly wraps?: boolean;
  /** It begins at the right; where it is not said, at the side of the sheet. */
  readonly fromRight?: boolean;
  /** The text that fits into that many px: a number that does not fit is never cut. */
  readonly fit?: (px: number) => string;
}

/** A cell with what is said at it. */
export const withComment = (cell: Drawn | null, comment: string | undefined): Drawn | null =>
  comment === undefined ? cell : { ...(cell ?? { text: '' }), comment };

/** A cell with the button of a filter. */
export const withFilter = (cell: Drawn | null, filter: Drawn['filter']): Drawn | null =>
  filter ? { ...(cell ?? { text: '' }), filter } : cell;
