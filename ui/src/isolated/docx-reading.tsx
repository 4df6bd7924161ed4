import { renderAllPagesNow } from '@eigenpal/docx-editor-core/layout-painter';
import { useSyncExternalStore } from 'react';
import { isFlowing, setFlow } from './docx-flow';
import { editor } from './docx-ref';
import { wordOf } from './docx-words';

/** Of a page of A4 or Letter, in px. */
const PAGE = 816;
/** Windows narrower than this begin with text that runs through them: pages would have letters of less than 9 px. */
const NARROW = 600;

const listeners = new Set<() => void>();

/** The size at which a page is as wide as the window, at most its own. */
const zoomOfPages = () => Math.min(1, (innerWidth - 24) / PAGE);

/** The size at which the document is first shown. */
export const firstZoom = () => (isFlowing() ? 1 : zoomOfPages());

function layOut(isFlow: boolean): void {
  setFlow(isFlow ? innerWidth : null);
  document.documentElement.classList.toggle('flowing', isFlow);
  editor.current?.getEditorRef()?.relayout();
}

function show(isFlow: boolean): void {
  layOut(isFlow);
  editor.current?.setZoom(firstZoom());
  for (const listener of listeners) listener();
}

/** Leaves the text that runs through the window: what is on each page is seen and edited on pages. */
export function showPages(): void {
  if (isFlowing()) show(false);
}

/** Lays the document out on pages while something prints them; what it gives goes back. */
export function pagesForPrint(): () => void {
  if (!isFlowing()) return () => undefined;
  layOut(false);
  const pages = document.querySelector<HTMLElement>('.paged-editor__pages');
  if (pages) renderAllPagesNow(pages);
  return () => layOut(true);
}

/** Begins with the text as wide as a narrow window, and follows a window that is turned. */
export function readInWindow(): void {
  if (innerWidth < NARROW) layOut(true);
  let known = innerWidth;
  addEventListener('resize', () => {
    // A keyboard that comes up changes the height alone.
    if (innerWidth === known) return;
    known = innerWidth;
    show(isFlowing() && innerWidth < PAGE);
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Of the icons of Material Symbols, as those beside it: a phone with text, a page. */
const ICONS = {
  pages:
    'M320-240h320v-80H320v80Zm0-160h320v-80H320v80ZM240-80q-33 0-56.500-23.500T160-160v-640q0-33 23.500-56.500T240-880h320l240 240v480q0 33-23.500 56.500T720-80H240Zm280-520v-200H240v640h480v-440H520Z',
  text: 'M280-40q-33 0-56.500-23.500T200-120v-720q0-33 23.500-56.500T280-920h400q33 0 56.500 23.500T760-840v720q0 33-23.500 56.500T680-40H280Zm0-120v40h400v-40H280Zm0-80h400v-480H280v480Zm80-280h240v-80H360v80Zm0 160h160v-80H360v80ZM280-800h400v-40H280v40Z',
};

/** Switches between text that runs through the window and pages as they are printed; for windows narrower than a page. */
export function ReadingButton() {
  const isFlow = useSyncExternalStore(subscribe, isFlowing);
  const isNarrow = useSyncExternalStore(subscribe, () => innerWidth < PAGE);
  if (!isNarrow) return null;
  const name = wordOf(isFlow ? 'Show pages as printed' : 'Fit text to the screen');
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      className="reading"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => show(!isFlow)}
    >
      <svg aria-hidden="true" viewBox="0 -960 960 960" width="20" height="20" fill="currentColor">
        <path d={isFlow ? ICONS.pages : ICONS.text} />
      </svg>
    </button>
  );
}
