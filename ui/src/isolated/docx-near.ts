import { Plugin, type EditorState } from 'prosemirror-state';

/** Blocks on either side of the caret that the browser lays out, and as many at both ends of the text. */
export const NEAR = 40;
/** Texts with fewer blocks are laid out as a whole. */
export const LONG = 400;

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The stretches of blocks around both ends of a selection, of the blocks with these numbers. */
export function stretchesAround(one: number, other: number): Stretch[] {
  const [from, to] = one < other ? [one, other] : [other, one];
  if (to - from <= 4 * NEAR) return [{ from: from - NEAR, to: to + NEAR }];
  return [from, to].map((at) => ({ from: at - NEAR, to: at + NEAR }));
}

/** Whether a block and those next to it, to which keys lead, are within a stretch. */
const isWithin = (stretches: readonly Stretch[], at: number) =>
  stretches.some(({ from, to }) => (at - NEAR / 2 >= from || from <= 0) && at + NEAR / 2 <= to);

/** The rule by which the browser leaves out all other blocks. */
export const ruleFor = (stretches: readonly Stretch[]) =>
  `.paged-editor__hidden-pm > .ProseMirror > :nth-child(n + ${NEAR + 1}):nth-last-child(n + ${NEAR + 1})${stretches
    .map(({ from, to }) => `:not(:nth-child(n + ${Math.max(0, from) + 1}):nth-child(-n + ${Math.max(0, to) + 1}))`)
    .join('')} { display: none; }`;

/**
 * Lets the browser lay out only the part of the typed text around the caret. The text that one sees is drawn by the editor
 * on pages; the one that the browser edits stands out of sight, and took most of the time of a key in a long document.
 */
export function layOutNearCaret(): Plugin {
  const sheet = document.createElement('style');
  let stretches: readonly Stretch[] = [];
  const follow = ({ doc, selection }: EditorState) => {
    if (doc.childCount < LONG) {
      if (stretches.length > 0) sheet.textContent = '';
      stretches = [];
      return;
    }
    const [one, other] = [selection.$anchor.index(0), selection.$head.index(0)];
    if (isWithin(stretches, one) && isWithin(stretches, other)) return;
    stretches = stretchesAround(one, other);
    sheet.textContent = ruleFor(stretches);
  };
  return new Plugin({
    view({ state }) {
      document.head.append(sheet);
      follow(state);
      return { update: (view) => follow(view.state), destroy: () => sheet.remove() };
    },
  });
}
