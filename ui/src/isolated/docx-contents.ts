import type { Layout } from '@eigenpal/docx-editor-core/layout-engine';
import { Fragment, type Node } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { runsFromRight } from './docx-direction';
import { showPages } from './docx-reading';
import { editor } from './docx-ref';
import { inPersian } from './docx-paragraph';
import { wordOf } from './docx-words';

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly pmPos: number;
}

/** For each level, in twentieths of a point. */
const INDENT = 240;
/** Of the text of A4 with margins of an inch, for a document that does not say. */
const TEXT_WIDTH = 9026;

const textWidth = (): number => {
  const {
    pageWidth,
    marginLeft = 1440,
    marginRight = 1440,
  } = editor.current?.getDocument()?.package.document.finalSectionProperties ?? {};
  return pageWidth === undefined ? TEXT_WIDTH : pageWidth - marginLeft - marginRight;
};

const isContents = ({ attrs }: Node) => /^TOC(?:Heading|\d)$/.test(String(attrs['styleId'] ?? ''));

const isTitle = ({ attrs }: Node) => attrs['styleId'] === 'TOCHeading';

/** Whether a paragraph may be an entry that was made here: those of Word are parts of a field that spans them all. */
const isOwnEntry = (node: Node) => {
  let isOwn = isContents(node) && !isTitle(node);
  node.forEach(({ type, attrs }) => (isOwn &&= type.name !== 'field' || attrs['fieldKind'] === 'simple'));
  return isOwn;
};

/** The table of contents that was made here, from its title to its last entry; null when there is none. */
export function contentsIn(doc: Node): { from: number; to: number } | null {
  const found: { from: number; to: number; entries: number }[] = [];
  doc.forEach((node, at) => {
    const last = found.at(-1);
    if (isTitle(node)) found.push({ from: at, to: at + node.nodeSize, entries: 0 });
    else if (last?.to === at && isOwnEntry(node)) {
      last.to += node.nodeSize;
      last.entries += 1;
    }
  });
  return found.findLast(({ entries }) => entries > 0) ?? null;
}

/** Names a heading for links, and returns the name. */
function bookmark(tr: Transaction, position: number): string {
  const node = tr.doc.nodeAt(position);
  const had = (node?.attrs['bookmarks'] as { id: number; name: string }[] | undefined) ?? [];
  const known = had.find(({ name }) => name.startsWith('_Toc'));
  if (!node || known) return known?.name ?? '';
  const [id = 0, number = 0] = crypto.getRandomValues(new Uint32Array(2));
  const name = `_Toc${100_000_000 + (number % 900_000_000)}`;
  tr.setNodeMarkup(position, undefined, { ...node.attrs, bookmarks: [...had, { id: id >>> 1, name }] });
  return name;
}

function entryOf(state: EditorState, { level, text }: Heading, name: string): Node {
  const { nodes, marks } = state.schema;
  const link = marks['hyperlink'] ? [marks['hyperlink'].create({ href: `#${name}` })] : [];
  const rtl = runsFromRight() && marks['rtl'] ? [marks['rtl'].create()] : [];
  const number = nodes['field']?.create(
    { fieldType: 'PAGEREF', instruction: ` PAGEREF ${name} \\h `, displayText: '1', fieldKind: 'simple' },
    null,
    rtl,
  );
  const attrs = {
    styleId: `TOC${level + 1}`,
    indentLeft: level > 0 ? level * INDENT : null,
    bidi: runsFromRight() ? true : null,
    tabs: [{ position: textWidth(), alignment: 'right', leader: 'dot' }],
  };
  const parts = [state.schema.text(text, [...link, ...rtl]), nodes['tab']?.create(), number];
  return state.schema.node(
    'paragraph',
    attrs,
    parts.filter((one) => one !== undefined),
  );
}

/** Says that there are no headings, as Word does. */
const noEntry = (state: EditorState) =>
  state.schema.node(
    'paragraph',
    { styleId: 'TOC1', bidi: runsFromRight() ? true : null },
    state.schema.text(wordOf('There are no headings in this document.')),
  );

/** Puts the headings with their pages before the caret, or in the place of the table of contents that is there. */
export function insertContents(
  headings: readonly Heading[],
  state: EditorState,
  dispatch?: (tr: Transaction) => void,
): boolean {
  if (!dispatch) return true;
  showPages();
  const { tr } = state;
  const old = contentsIn(state.doc);
  const real = headings.filter(({ pmPos }) => !old || pmPos < old.from || pmPos >= old.to);
  const title = state.schema.node(
    'paragraph',
    { styleId: 'TOCHeading', alignment: 'center', bidi: runsFromRight() ? true : null },
    state.schema.text(wordOf('Contents'), state.schema.marks['bold'] ? [state.schema.marks['bold'].create()] : []),
  );
  const entries = real.length > 0 ? real.map((one) => entryOf(state, one, bookmark(tr, one.pmPos))) : [noEntry(state)];
  const content = Fragment.from([title, ...entries]);
  if (old) tr.replaceWith(old.from, old.to, content);
  else tr.insert(state.selection.$from.before(1), content);
  dispatch(tr.scrollIntoView());
  requestAnimationFrame(() => {
    const view = editor.current?.getEditorRef()?.getView();
    if (view) numberContents(view);
  });
  return true;
}

/** The page on which a position stands, from 1. */
const pageOf = (layout: Layout, position: number): number =>
  1 +
  layout.pages.findIndex(({ fragments }) =>
    fragments.some(({ pmStart = Infinity, pmEnd = -1 }) => pmStart <= position && position < pmEnd),
  );

/** Writes the pages of the headings into the table of contents, once all stands where it will. */
function numberContents(view: EditorView): void {
  editor.current?.getEditorRef()?.relayout();
  const layout = editor.current?.getEditorRef()?.getLayout();
  if (!layout) return;
  const contents = contentsIn(view.state.doc);
  if (!contents) return;
  const pages = new Map<string, number>();
  view.state.doc.descendants((node, at) => {
    for (const { name } of (node.attrs['bookmarks'] as { name: string }[] | null) ?? [])
      pages.set(name, pageOf(layout, at + 1));
    return node.isBlock;
  });
  const { tr } = view.state;
  view.state.doc.nodesBetween(contents.from, contents.to, (node, at) => {
    const name = node.type.name === 'field' ? /PAGEREF (\S+)/.exec(String(node.attrs['instruction']))?.[1] : undefined;
    const page = pages.get(name ?? '') ?? 0;
    if (page === 0) return true;
    const isRtl = node.marks.some(({ type }) => type.name === 'rtl');
    const displayText = isRtl ? inPersian(String(page)) : String(page);
    tr.setNodeMarkup(at, undefined, { ...node.attrs, displayText }, node.marks);
    return true;
  });
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false));
}
