import { Schema } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { matchesIn, textLike } from './docx-find';

const found = (text: string, words: string, options = {}) =>
  matchesIn(text, words, options).map(({ start, end }) => text.slice(start, end));

describe('words in a paragraph', () => {
  it('are found in the letters of other keyboards, with marks and joiners', () => {
    expect(found('كتاب و کتاب و کِتاب', 'کتاب')).toEqual(['كتاب', 'کتاب', 'کِتاب']);
    expect(found('می‌رود', 'میرود')).toEqual(['می‌رود']);
    expect(found('سال ۱۴۰۵ و 1405', '1405')).toEqual(['۱۴۰۵', '1405']);
    expect(found('Word and WORD', 'word')).toEqual(['Word', 'WORD']);
  });

  it('are found as they are written when the case matters', () => {
    expect(found('Word and WORD', 'WORD', { matchCase: true })).toEqual(['WORD']);
    expect(found('كتاب و کتاب', 'کتاب', { matchCase: true })).toEqual(['کتاب']);
  });

  it('are found alone when whole words are asked for', () => {
    expect(found('کتابخانه و کتاب', 'کتاب', { matchWholeWord: true })).toEqual(['کتاب']);
    expect(found('باب', 'با', { matchWholeWord: true })).toEqual([]);
  });

  it('are nothing without words', () => {
    expect(found('abc', ' ')).toEqual([]);
    expect(found('', 'a', { matchCase: true })).toEqual([]);
  });
});

it('a text that replaces another one looks like it', () => {
  const schema = new Schema({ nodes: { doc: { content: 'text*' }, text: {} }, marks: { bold: {} } });
  const bold = schema.marks['bold']?.create();
  const doc = schema.node('doc', null, [schema.text('ab'), schema.text('cd', bold ? [bold] : [])]);
  const state = EditorState.create({ doc });
  expect(textLike(state, 2, 'x').marks.map(({ type }) => type.name)).toEqual(['bold']);
  expect(textLike(state, 0, 'x').marks).toEqual([]);
});
