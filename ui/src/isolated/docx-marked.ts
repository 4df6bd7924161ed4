import type { Node } from 'prosemirror-model';

const MARKS = new Set(['comment', 'insertion', 'deletion']);
/** Attributes that hold suggested changes of paragraphs and tables. */
const CHANGES = [
  'pPrIns',
  'pPrDel',
  'pPrChange',
  'trIns',
  'trDel',
  'trPrChange',
  'cellMarker',
  'tcPrChange',
  'tblPrChange',
];

const known = new WeakMap<Node, boolean>();

/** Whether a block holds a comment or a suggested change. */
function isMarked(block: Node): boolean {
  const had = known.get(block);
  if (had !== undefined) return had;
  let isFound = hasMark(block);
  block.descendants((node) => {
    isFound ||= hasMark(node);
    return !isFound;
  });
  known.set(block, isFound);
  return isFound;
}

const hasMark = ({ attrs, marks }: Node) =>
  marks.some(({ type }) => MARKS.has(type.name)) || CHANGES.some((name) => attrs[name]);

/** Visits the nodes of all blocks that hold a comment or a suggested change, as descendants does; false: nothing below. */
export function visitMarked(text: Node, visit: (node: Node, at: number) => boolean | void): void {
  text.forEach((block, at) => {
    if (!isMarked(block) || visit(block, at) === false) return;
    block.descendants((node, within) => visit(node, at + 1 + within));
  });
}
