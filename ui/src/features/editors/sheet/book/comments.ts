import type { SheetComment } from '~/api/document';
import type { Shift } from '../formula/rewrite';
import { shiftedArea } from './effect';

/** What is said at cells, after rows or columns came or went. */
export const shiftComments = (comments: readonly SheetComment[], shift: Shift): readonly SheetComment[] =>
  comments.flatMap((comment) => {
    const place = shiftedArea({ top: comment.r, left: comment.c, bottom: comment.r, right: comment.c }, shift);
    return place ? [{ ...comment, r: place.top, c: place.left }] : [];
  });
