import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';

/** Where words were found in the text, in its units. */
export type FoundRange = readonly [from: number, to: number];

const setFound = StateEffect.define<DecorationSet>();

/** Marks what was found. */
export const foundMarks: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { effects, changes }) =>
    effects.reduce((now, effect) => (effect.is(setFound) ? effect.value : now), marks.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks the places in their order and brings the current one into sight. */
export function showFound(view: EditorView, found: readonly FoundRange[], current: FoundRange | null): void {
  const marks = found
    .filter(([from, to]) => from < to && to <= view.state.doc.length)
    .map((range) => Decoration.mark({ class: range === current ? 'found-now' : 'found' }).range(range[0], range[1]));
  const scroll = current ? [EditorView.scrollIntoView(current[0], { y: 'center' })] : [];
  view.dispatch({ effects: [setFound.of(Decoration.set(marks, true)), ...scroll] });
}
