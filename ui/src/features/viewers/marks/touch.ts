interface Caret {
  readonly node: Node;
  readonly offset: number;
}

function caretAt(x: number, y: number): Caret | null {
  const page = document as unknown as {
    caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null;
    caretRangeFromPoint?: (x: number, y: number) => Range | null;
  };
  const position = page.caretPositionFromPoint?.(x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = page.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

const inText = ({ node }: Caret) => node.nodeType === Node.TEXT_NODE && node.parentElement?.closest('.textLayer');

/**
 * A finger that is drawn over text selects it, and pdf.js highlights what is selected when the finger rises. A mouse
 * selects by itself.
 */
export function highlightByTouch(root: HTMLElement, active: () => boolean): () => void {
  let begin: Caret | null = null;
  const over = new AbortController();
  const { signal } = over;
  root.addEventListener(
    'pointerdown',
    (event) => {
      begin = null;
      if (event.pointerType === 'mouse' || !event.isPrimary || !active()) return;
      const caret = caretAt(event.clientX, event.clientY);
      if (caret && inText(caret)) begin = caret;
    },
    { signal },
  );
  root.addEventListener(
    'pointermove',
    (event) => {
      if (!begin || !event.isPrimary) return;
      const caret = caretAt(event.clientX, event.clientY);
      if (!caret || !inText(caret)) return;
      document.getSelection()?.setBaseAndExtent(begin.node, begin.offset, caret.node, caret.offset);
    },
    { signal },
  );
  const end = () => {
    begin = null;
  };
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
  return () => over.abort();
}
