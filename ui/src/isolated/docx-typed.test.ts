import { Schema, Slice, type Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { typedInBothWays, waysOf } from './docx-typed';
import { turnsRun } from './docx-ways';

const signs = (text: string, paragraph: 'rtl' | 'ltr') =>
  waysOf(text, paragraph)
    .map((way) => (way === 'rtl' ? 'R' : 'L'))
    .join('');

test.each([
  ['سلام دنیا.', 'rtl', 'RRRRRRRRRR'],
  ['سلام Word است', 'rtl', 'RRRRRLLLLRRRR'],
  ['Hello big world', 'rtl', 'LLLLLLLLLLLLLLL'],
  ['Hello.', 'rtl', 'LLLLLR'],
  ['one یک two', 'ltr', 'LLLLRRLLLL'],
  ['یک ۱۲ دو', 'ltr', 'RRRRRRRR'],
  ['۱۲', 'ltr', 'LL'],
  ['برگ A4 است', 'rtl', 'RRRRLLRRRR'],
  ['3D و 1.5GB ۲', 'rtl', 'LLRRRLLLLLRR'],
  ['Word 2024', 'rtl', 'LLLLRRRRR'],
  ['', 'rtl', ''],
] as const)('%s in a paragraph that runs %s', (text, paragraph, ways) => {
  expect(signs(text, paragraph)).toBe(ways);
});

test('a run from the right turns its text, but no number alone', () => {
  expect(['4', '۱۲/۳', '1.5', ' 4', 'سلام', '4%', '', undefined].map(turnsRun)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: {
      content: 'text*',
      attrs: { bidi: { default: null }, indentLeft: { default: null }, _originalFormatting: { default: null } },
      toDOM: () => ['p', 0],
    },
    text: {},
  },
  marks: { rtl: {}, bold: {} },
});

const paragraph = (text: string, attrs: Record<string, unknown> = {}, marks: string[] = []) =>
  schema.node(
    'paragraph',
    attrs,
    text
      ? [
          schema.text(
            text,
            marks.map((name) => schema.mark(name)),
          ),
        ]
      : [],
  );

function stateOf(...content: Node[]) {
  return EditorState.create({ doc: schema.node('doc', null, content), plugins: [typedInBothWays()] });
}

/** The pieces of text of a document, those of letters from the right in brackets. */
const pieces = (doc: Node) => {
  let all = '';
  doc.descendants((node) => {
    if (node.isText) all += node.marks.some(({ type }) => type.name === 'rtl') ? `[${node.text}]` : node.text;
  });
  return all;
};

test('typed letters are marked by their direction, signs by what stands around them', () => {
  let state = stateOf(paragraph('', { bidi: true }));
  for (const letter of 'یک two three ۳') state = state.apply(state.tr.insertText(letter));
  expect(pieces(state.doc)).toBe('[یک ]two three[ ۳]');
});

test('text that nobody typed stays as it was read', () => {
  let state = stateOf(paragraph('قدیمی', { bidi: true }), paragraph('', { bidi: true }));
  state = state.apply(state.tr.insertText('نو', state.doc.content.size - 1));
  expect(pieces(state.doc)).toBe('قدیمی[نو]');
});

test('a document from the left without such letters is not touched', () => {
  const before = stateOf(paragraph('plain'));
  const after = before.apply(before.tr.insertText('1 more', 3));
  expect(pieces(after.doc)).toBe('pl1 moreain');
});

test('what was changed in a paragraph is written with what it was read with', () => {
  const read = { indentLeft: 1, spaceAfter: 5 };
  const before = stateOf(paragraph('x', { indentLeft: 1, _originalFormatting: read }), paragraph('y'));
  const first = before.doc.child(0);
  const after = before.apply(before.tr.setNodeMarkup(0, undefined, { ...first.attrs, indentLeft: 720 }));
  expect(after.doc.child(0).attrs['_originalFormatting']).toEqual({ indentLeft: 720, spaceAfter: 5 });
  // Nothing of it changes with its text.
  const typed = before.apply(before.tr.insertText('z', 1));
  expect(typed.doc.child(0).attrs['_originalFormatting']).toBe(read);
});

test('paragraphs that are pasted run as their letters do, or as the place where they come to', () => {
  const state = stateOf(paragraph('', { bidi: true }));
  const paste = state.plugins[0]?.props.transformPasted;
  const slice = new Slice(
    schema.node('doc', null, [
      paragraph('فارسی'),
      paragraph('English'),
      paragraph('۱۲'),
      paragraph('x', { bidi: false }),
    ]).content,
    0,
    0,
  );
  const view = { state: state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1))) };
  const pasted = paste?.call(state.plugins[0] as never, slice, view as never, false);
  const ways: unknown[] = [];
  pasted?.content.forEach((node) => ways.push(node.attrs['bidi']));
  expect(ways).toEqual([true, false, true, false]);
});
