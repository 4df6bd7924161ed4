import { Fragment, type Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';

/** Attributes for the node at a position. */
export interface Named {
  readonly pos: number;
  readonly attrs: Node['attrs'];
}

/**
 * The state of a text that was just read, with other attributes for some of its paragraphs. A transaction with a step for
 * each took half of the time in which a long document opens, and the plugins took it for something typed.
 */
export function withAttributes(state: EditorState, named: readonly Named[]): EditorState {
  const known = new Map(named.map(({ pos, attrs }) => [pos, attrs]));
  const contentOf = (node: Node, start: number): Fragment => {
    const children: Node[] = [];
    node.forEach((child, offset) => children.push(renewed(child, start + offset)));
    return Fragment.from(children);
  };
  const renewed = (node: Node, at: number): Node => {
    const attrs = known.get(at);
    if (node.isTextblock) return attrs ? node.type.create(attrs, node.content, node.marks) : node;
    if (node.isLeaf) return node;
    return node.type.create(attrs ?? node.attrs, contentOf(node, at + 1), node.marks);
  };
  const { doc, plugins } = state;
  return EditorState.create({ doc: doc.copy(contentOf(doc, 0)), plugins: [...plugins] });
}
