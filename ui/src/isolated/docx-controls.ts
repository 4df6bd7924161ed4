import type { Node } from 'prosemirror-model';
import { Plugin, type EditorState } from 'prosemirror-state';
import { wordOf } from './docx-words';

const KEEPS_CONTENT = new Set(['contentLocked', 'sdtContentLocked']);
const LOCKS = new Set([...KEEPS_CONTENT, 'sdtLocked']);
/** What a person may have changed of a paragraph; its other attributes follow the rest of the document. */
const LOOK = ['styleId', 'alignment', 'bidi', 'indentLeft', 'indentRight', 'indentFirstLine', 'lineSpacing', 'numPr'];

const isControl = ({ type }: Node) => type.name === 'blockSdt';
const lockOf = (node: Node) => (isControl(node) ? String(node.attrs['lock'] ?? '') : '');

const known = new WeakMap<Node, readonly Node[]>();

/** The locked controls around blocks, the outer ones before those in them. */
function lockedIn(doc: Node): readonly Node[] {
  const had = known.get(doc);
  if (had) return had;
  const found: Node[] = [];
  doc.descendants((node) => {
    if (LOCKS.has(lockOf(node))) found.push(node);
    return isControl(node);
  });
  known.set(doc, found);
  return found;
}

const sameLook = (one: Node, other: Node) =>
  LOOK.every((name) => JSON.stringify(one.attrs[name] ?? null) === JSON.stringify(other.attrs[name] ?? null));

/** Whether two blocks say the same and look the same. */
function sameContent(one: Node, other: Node): boolean {
  if (one === other) return true;
  if (one.type !== other.type || one.childCount !== other.childCount) return false;
  if (one.isTextblock) return one.content.eq(other.content) && sameLook(one, other);
  return one.children.every((child, at) => sameContent(child, other.child(at)));
}

const sameControl = (one: Node, other: Node) => one.attrs['rawPropertiesXml'] === other.attrs['rawPropertiesXml'];

/** Whether the locked controls of a document are all in another one, and those whose content is locked as they were. */
function keepsLocked(before: Node, after: Node): boolean {
  const locked = lockedIn(before);
  if (locked.length === 0) return true;
  const left = [...lockedIn(after)];
  return locked.every((node) => {
    const at = left.findIndex((one) => sameControl(one, node));
    const [now] = at < 0 ? [] : left.splice(at, 1);
    return now !== undefined && (!KEEPS_CONTENT.has(lockOf(node)) || sameContent(node, now));
  });
}

/** Refuses what would change the content of a locked control around blocks, or delete it. */
export const keepLocked = () =>
  new Plugin({ filterTransaction: (tr, state) => !tr.docChanged || keepsLocked(state.doc, tr.doc) });

/** Whether a position is in a control whose content is locked. */
export function isLockedAt(state: EditorState, position: number): boolean {
  const place = state.doc.resolve(position);
  for (let depth = place.depth; depth > 0; depth -= 1) if (KEEPS_CONTENT.has(lockOf(place.node(depth)))) return true;
  return false;
}

/** The name on the frame of a control: the one that its author gave it, and that its content is locked. */
export function controlName({ alias, tag, lock }: { alias?: string; tag?: string; lock?: string }): string {
  const name = alias || tag || '';
  if (!KEEPS_CONTENT.has(lock ?? '')) return name;
  return name ? `${name} — ${wordOf('Locked')}` : wordOf('Locked');
}
