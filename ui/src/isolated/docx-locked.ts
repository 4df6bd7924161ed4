import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { textView } from './docx-ref';
import { wordOf } from './docx-words';

const SHOWN = 4000;

let note: HTMLElement | null = null;
let timer = 0;

/** The headers and footers that somebody types in. */
const stories = new Set<EditorView>();

/** Has a header or a footer say what is refused in it, until the function that is returned is called. */
export function registerStory(view: EditorView): () => void {
  stories.add(view);
  return () => void stories.delete(view);
}

/** Says beside the caret that what somebody typed is refused, as screen readers hear. */
export function sayLocked(state: EditorState, text: string): void {
  const view = [textView(), ...stories].find((one) => one?.state === state);
  if (!view?.editable) return;
  note ??= document.body.appendChild(Object.assign(document.createElement('div'), { className: 'locked-note' }));
  note.role = 'status';
  note.textContent = wordOf(text);
  const caret = document.querySelector('[data-testid="caret"]')?.getBoundingClientRect();
  note.style.top = `${Math.min(innerHeight - 48, (caret?.bottom ?? innerHeight / 2) + 8)}px`;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    note?.remove();
    note = null;
  }, SHOWN);
}
