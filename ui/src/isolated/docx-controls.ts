import type { Node } from 'prosemirror-model';
import { Plugin, TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import { sayLocked } from './docx-locked';
import { wordOf } from './docx-words';

/** Of transactions that choose something in a control. */
export const CHOICE = 'control-choice';

const KEEPS_CONTENT = new Set(['contentLocked', 'sdtContentLocked']);
const LOCKS = new Set([...KEEPS_CONTENT, 'sdtLocked']);
/** What a person may have changed of a paragraph; its other attributes follow the rest of the document. */
const LOOK = ['styleId', 'alignment', 'bidi', 'indentLeft', 'indentRight', 'indentFirstLine', 'lineSpacing', 'numPr'];
/** The server puts these in the place of objects that the editor cannot show. */
const HIDDEN_OBJECT = /^anbar-keep-(?:x-)*\d/;
/** The server puts the control around a cell into its lines, too. */
const INNER = /^anbar-keep-(?:x-)*in-/;

export const isControl = ({ type }: Node) => type.name === 'blockSdt' || type.name === 'sdt';
const isHiddenObject = ({ attrs }: Node) => HIDDEN_OBJECT.test(String(attrs['tag'] ?? ''));
const lockOf = (node: Node) => (isControl(node) && !isHiddenObject(node) ? String(node.attrs['lock'] ?? '') : '');

/** Whether the content of a control is locked. */
export const keepsContent = (node: Node) => KEEPS_CONTENT.has(lockOf(node));

const CHOICES: Readonly<Record<string, 'list' | 'date' | 'mark'>> = {
  dropDownList: 'list',
  comboBox: 'list',
  date: 'date',
  checkbox: 'mark',
};

/** What is chosen in a control. */
export const choiceOf = ({ attrs }: Node) => CHOICES[String(attrs['sdtType'])] ?? null;

/** Of these Word shows one of a list or one of two signs, and nothing that somebody types. */
const isOnlyChosen = (node: Node) =>
  isControl(node) && (node.attrs['sdtType'] === 'dropDownList' || node.attrs['sdtType'] === 'checkbox');

/** Whether what a control holds is not typed in. */
const isFixed = (node: Node) => keepsContent(node) || isOnlyChosen(node);

const isInner = ({ attrs }: Node) => INNER.test(String(attrs['tag'] ?? ''));

/** Whether all that a paragraph or a cell says is in a locked control around it. */
function isLockedWhole(node: Node): boolean {
  if (node.isTextblock) return node.childCount > 0 && node.children.every((one) => isInner(one) && keepsContent(one));
  const isCell = node.type.spec['tableRole'] === 'cell' || node.type.spec['tableRole'] === 'header_cell';
  if (!isCell) return false;
  return (
    node.textContent !== '' &&
    node.children.every((one) => one.isTextblock && (one.childCount === 0 || isLockedWhole(one)))
  );
}

const known = new WeakMap<Node, readonly Node[]>();

/** The controls that are locked or only chosen, the outer ones before those in them. */
function fixedIn(doc: Node): readonly Node[] {
  const had = known.get(doc);
  if (had) return had;
  const isWhole = isLockedWhole(doc);
  const found = doc.isLeaf || isWhole ? [] : doc.children.flatMap(fixedIn);
  if (isWhole || LOCKS.has(lockOf(doc)) || isOnlyChosen(doc)) found.unshift(doc);
  known.set(doc, found);
  return found;
}

const sameLook = (one: Node, other: Node) =>
  LOOK.every((name) => JSON.stringify(one.attrs[name] ?? null) === JSON.stringify(other.attrs[name] ?? null));

/** Whether two blocks say the same and look the same. */
function sameContent(one: Node, other: Node): boolean {
  if (one === other) return true;
  if (one.type !== other.type || one.childCount !== other.childCount) return false;
  if (one.isInline) return one.content.eq(other.content);
  if (one.isTextblock) return one.content.eq(other.content) && sameLook(one, other);
  return one.children.every((child, at) => sameContent(child, other.child(at)));
}

const sameFixed = (one: Node, other: Node) =>
  one.type === other.type &&
  (isControl(one) ? one.attrs['rawPropertiesXml'] === other.attrs['rawPropertiesXml'] : sameContent(one, other));

/** Within a line a control whose content alone is locked can be deleted as a whole, as in Word, and so can one that is chosen. */
const isDeletable = (node: Node) =>
  isControl(node) &&
  (!LOCKS.has(lockOf(node)) || (node.isInline && !isInner(node) && lockOf(node) === 'contentLocked'));

/** Whether the locked controls of a document are all in another one, and those that nobody types in as they were. */
function keepsFixed(before: Node, after: Node, isChosenIn: boolean): boolean {
  const fixed = fixedIn(before).filter((node) => isChosenIn || !isControl(node) || LOCKS.has(lockOf(node)));
  if (fixed.length === 0) return true;
  const left = [...fixedIn(after)];
  return fixed.every((node) => {
    let at = left.indexOf(node);
    if (at < 0) at = left.findIndex((one) => sameFixed(one, node));
    const [now] = at < 0 ? [] : left.splice(at, 1);
    if (!now) return isDeletable(node);
    const isKept = !isControl(node) || keepsContent(node) || (isChosenIn && isOnlyChosen(node));
    return !isKept || sameContent(node, now);
  });
}

/** Choosing, and what takes that back, are no typing. */
const isChoice = (tr: Transaction): boolean => {
  const root = tr.getMeta('appendedTransaction') as Transaction | undefined;
  return tr.getMeta(CHOICE) === true || tr.getMeta('history$') !== undefined || (root !== undefined && isChoice(root));
};

/** The nearest place outside of a locked control within a line, at whose edge somebody types. */
function placeBeside({ selection, doc }: EditorState): number | null {
  if (!selection.empty || !(selection instanceof TextSelection)) return null;
  const place = doc.resolve(selection.head);
  const node = place.parent;
  if (node.type.name !== 'sdt' || !isFixed(node) || choiceOf(node) || isLockedWhole(place.node(-1))) return null;
  if (place.parentOffset === 0) return place.before();
  return place.parentOffset === node.content.size ? place.after() : null;
}

/**
 * Refuses what would change the content of a locked control, or delete it, and in a text in which controls are chosen the content
 * of one that is only chosen.
 */
export const keepLocked = ({ isChosenIn = true } = {}) =>
  new Plugin({
    filterTransaction: (tr, state) => {
      if (!tr.docChanged || isChoice(tr) || keepsFixed(state.doc, tr.doc, isChosenIn)) return true;
      const isWithin = isLockedAt(state, state.selection.head) && choiceAt(state);
      sayLocked(state, isWithin ? 'Choose a value instead of typing.' : 'This part is locked and can’t be edited.');
      return false;
    },
    appendTransaction: (transactions, _, state) => {
      const beside = transactions.some((tr) => tr.selectionSet) ? placeBeside(state) : null;
      return beside === null ? null : state.tr.setSelection(TextSelection.create(state.doc, beside));
    },
  });

/** Whether the caret is in a control in which something is chosen, and which is not locked. */
function choiceAt({ selection: { $head } }: EditorState): boolean {
  for (let depth = $head.depth; depth > 0; depth -= 1) if (keepsContent($head.node(depth))) return false;
  return true;
}

/** Whether a position is in a control in which nobody types. */
export function isLockedAt(state: EditorState, position: number): boolean {
  const place = state.doc.resolve(position);
  for (let depth = place.depth; depth > 0; depth -= 1) if (isFixed(place.node(depth))) return true;
  return false;
}

interface Named {
  readonly alias?: string;
  readonly tag?: string;
  readonly lock?: string;
}

/** The name on the frame of a control: the one that its author gave it, and that its content is locked. */
export function controlName({ alias, tag, lock }: Named): string {
  const name = alias || tag || '';
  if (!KEEPS_CONTENT.has(lock ?? '')) return name;
  return name ? `${name} — ${wordOf('Locked')}` : wordOf('Locked');
}

/** What is shown of a control within a line. */
interface Shown {
  readonly kind: 'list' | 'date' | 'mark' | 'text';
  readonly name: string;
  readonly isLocked: boolean;
  readonly isChecked: boolean;
}

/** What the letters in a control within a line are marked with; nothing for those of plain text that anybody types. */
export function shownControl(node: Node): Shown | undefined {
  const kind = choiceOf(node);
  const isLocked = keepsContent(node);
  if (isHiddenObject(node) || (!kind && !isLocked)) return undefined;
  return {
    kind: kind ?? 'text',
    name: controlName(isInner(node) ? { ...node.attrs, tag: '' } : node.attrs),
    isLocked,
    isChecked: node.attrs['checked'] === true,
  };
}

/** Marks the element of letters in a control. */
export function markControl(element: HTMLElement, { inlineSdtWidget: shown }: { inlineSdtWidget?: Shown }): void {
  if (!shown) return;
  element.dataset['control'] = shown.kind;
  if (shown.isLocked) element.dataset['locked'] = 'true';
  if (shown.name) element.title = shown.name;
}
