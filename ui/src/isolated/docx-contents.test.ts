import { Schema, type Node } from 'prosemirror-model';
import { expect, test } from 'vitest';
import { contentsIn } from './docx-contents';

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'inline*', attrs: { styleId: { default: null } } },
    text: { group: 'inline' },
    field: { inline: true, group: 'inline', attrs: { fieldKind: {} } },
  },
});
const line = (styleId: string | null, ...content: Node[]) => schema.node('paragraph', { styleId }, content);
const field = (fieldKind: string) => schema.node('field', { fieldKind });
const text = (words: string) => schema.text(words);
const found = (...lines: Node[]) => {
  const doc = schema.node('doc', null, lines);
  const contents = contentsIn(doc);
  return contents && doc.textBetween(contents.from, contents.to, '|', '#');
};

test('a table of contents is its title and the entries after it', () => {
  const own = [
    line('TOCHeading', text('Contents')),
    line('TOC1', text('one'), field('simple')),
    line('TOC2', text('two')),
  ];
  expect(found(line(null, text('before')), ...own, line(null, text('after')))).toBe('Contents|one#|two');
  expect(found(line(null, text('nothing')))).toBeNull();
});

test('one that Word made is not taken for ours, whatever comes first', () => {
  const words = [
    line('TOCHeading', text('Word')),
    line('TOC1', text('begin'), field('complex')),
    line('TOC1', text('end')),
  ];
  const own = [line('TOCHeading', text('Own')), line('TOC1', text('entry'), field('simple'))];
  expect(found(...words)).toBeNull();
  expect(found(...words, line(null, text('between')), ...own)).toBe('Own|entry#');
  expect(found(...own, line(null, text('between')), ...words)).toBe('Own|entry#');
});
