import { Plugin, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { keepLocked } from './docx-controls';
import { registerStory } from './docx-locked';
import { runsFromRight } from './docx-direction';
import { typedInBothWays } from './docx-typed';
import { showPages } from './docx-reading';
import { storyChanged } from './docx-typing';
import { wordOf } from './docx-words';

type Kind = 'header' | 'footer';
type Open = (kind: Kind) => void;

let openStory: Open = () => undefined;

/** Headers and footers stand on pages. */
function open(kind: Kind): void {
  showPages();
  openStory(kind);
}

/** Keeps what opens the header or the footer, which makes one where there is none. vite.editor.ts says where it is given. */
export function storyOpener<F extends Open>(opener: F): F {
  openStory = opener;
  return opener;
}

/** The line that a new header or footer begins with runs as the text in which somebody is. */
export const firstLine = () => ({
  type: 'paragraph',
  content: [],
  ...(runsFromRight() && { formatting: { bidi: true } }),
});

const views = new Map<EditorView, Kind>();

/** Headers and footers are typed into like the text, and each change of them is one of the document. */
export function storyPlugins({ type }: { readonly type: Kind }): Plugin[] {
  const watch = new Plugin({
    view(of) {
      views.set(of, type);
      const unregister = registerStory(of);
      return {
        update: (view, before) => void (view.state.doc.eq(before.doc) || storyChanged()),
        destroy: () => {
          views.delete(of);
          unregister();
        },
      };
    },
  });
  return [typedInBothWays(), keepLocked({ isChosenIn: false }), watch];
}

const frames = () =>
  new Promise((done) => {
    requestAnimationFrame(done);
  });

/** Goes from a header or footer, which a click ended, to the place in the text where the click was. */
export async function leaveStory(
  text: { readonly focus: () => void } | null,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Promise<void> {
  text?.focus();
  for (let tries = 0; tries < 20; tries += 1) {
    await frames();
    if (!document.querySelector('.paged-editor--editing-header, .paged-editor--editing-footer')) break;
  }
  const place = document.elementFromPoint(clientX, clientY);
  for (const type of ['mousedown', 'mouseup']) {
    place?.dispatchEvent(new MouseEvent(type, { clientX, clientY, detail: 1, bubbles: true, cancelable: true }));
  }
}

/** The header or footer that has the caret, a moment after it was opened. */
async function focused(kind: Kind): Promise<EditorView | null> {
  for (let tries = 0; tries < 60; tries += 1) {
    await frames();
    for (const [view, is] of views) if (is === kind && view.hasFocus()) return view;
  }
  return null;
}

/** Puts the number of the page into a line of its own in the middle, after what is there. */
export function withPageNumber(tr: Transaction): Transaction {
  const { doc } = tr;
  const { nodes, marks } = doc.type.schema;
  const last = doc.lastChild;
  if (!nodes['field'] || !nodes['paragraph']) return tr;
  const field = nodes['field'].create({
    fieldType: 'PAGE',
    instruction: ' PAGE \\* MERGEFORMAT ',
    fieldKind: 'simple',
    dirty: true,
  });
  const isRtl = last?.attrs['bidi'] === true;
  const number = isRtl && marks['rtl'] ? field.mark([marks['rtl'].create()]) : field;
  const isEmpty = last?.isTextblock === true && last.content.size === 0;
  const attrs = { ...(last?.type === nodes['paragraph'] && last.attrs), alignment: 'center', paraId: null };
  const line = nodes['paragraph'].create(attrs, number);
  const end = doc.content.size;
  const made = isEmpty ? tr.replaceWith(end - last.nodeSize, end, line) : tr.insert(end, line);
  return made.setSelection(TextSelection.atEnd(made.doc));
}

async function addPageNumber(): Promise<void> {
  open('footer');
  const view = await focused('footer');
  if (view) view.dispatch(withPageNumber(view.state.tr));
}

/** Of the menu that inserts. */
export const storyItems = () => [
  { icon: 'vertical_align_top', label: wordOf('Header'), onClick: () => open('header') },
  { icon: 'vertical_align_bottom', label: wordOf('Footer'), onClick: () => open('footer') },
  { icon: 'format_list_numbered', label: wordOf('Page number'), onClick: () => void addPageNumber() },
];
