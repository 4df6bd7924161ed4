import { Schema } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { expect, it } from 'vitest';
import { withAttributes } from './docx-ids';

const schema = new Schema({
  nodes: {
    doc: { content: '(paragraph | table)+' },
    paragraph: { content: 'text*', attrs: { id: { default: null } } },
    table: { content: 'paragraph+', attrs: { width: { default: 1 } } },
    text: {},
  },
});
const paragraph = (text: string, id: string | null = null) =>
  schema.node('paragraph', { id }, text ? schema.text(text) : undefined);

it('gives paragraphs attributes as a transaction does, in tables too', () => {
  const table = schema.node('table', { width: 2 }, [paragraph('in'), paragraph('')]);
  const doc = schema.node('doc', null, [paragraph('one'), table, paragraph('two', 'kept')]);
  const state = EditorState.create({ doc });
  const named = [0, 6, 10].map((pos) => ({ pos, attrs: { id: `at ${pos}` } }));
  const { tr } = state;
  for (const { pos, attrs } of named) tr.setNodeMarkup(pos, undefined, attrs);
  const made = withAttributes(state, named);
  expect(made.doc.toJSON()).toEqual(state.apply(tr).doc.toJSON());
  expect(made.doc.lastChild).toBe(doc.lastChild);
  expect(made.selection.eq(state.apply(tr).selection)).toBe(true);
});
