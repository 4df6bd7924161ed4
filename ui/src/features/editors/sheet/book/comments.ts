import type { SheetComment } from '~/api/document';
import type { Shift } from '../formula/rewrite';
import type { Book, Sheet } from './book';
import { effect, shiftedArea, type Change, type Effect } from './effect';

/** What is said at cells, after rows or columns came or went. */
export const shiftComments = (comments: readonly SheetComment[], shift: Shift): readonly SheetComment[] =>
  comments.flatMap((comment) => {
    const place = shiftedArea({ top: comment.r, left: comment.c, bottom: comment.r, right: comment.c }, shift);
    return place ? [{ ...comment, r: place.top, c: place.left }] : [];
  });

/** The note at a cell; undefined when there is none, or a conversation. */
export const noteAt = ({ comments }: Sheet, row: number, column: number) =>
  comments.find(({ r, c, thread }) => r === row && c === column && !thread);

export const hasThread = ({ comments }: Sheet, row: number, column: number) =>
  comments.some(({ r, c, thread }) => r === row && c === column && thread);

/** Says something at a cell, or takes it away. */
export function setNote(book: Book, change: Extract<Change, { kind: 'note' }>): Effect {
  const { sheet: id, row, column, note } = change;
  const sheet = book.sheet(id);
  const old = noteAt(sheet, row, column) ?? null;
  const others = sheet.comments.filter((comment) => comment !== old);
  sheet.comments = note ? [...others, note] : others;
  const op = {
    op: 'note',
    sheet: id,
    r: row - 1,
    c: column - 1,
    text: note?.text ?? '',
    author: note?.author ?? '',
  } as const;
  return effect([{ ...change, note: old }], [op]);
}
