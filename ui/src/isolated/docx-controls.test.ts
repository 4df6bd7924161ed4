import { Schema, type Node } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { CHOICE, controlName, isLockedAt, keepLocked } from './docx-controls';

const schema = new Schema({
  nodes: {
    doc: { content: '(paragraph | blockSdt)+' },
    paragraph: { content: 'inline*', attrs: { alignment: { default: null }, listMarker: { default: null } } },
    blockSdt: {
      content: '(paragraph | blockSdt)+',
      isolating: true,
      attrs: { lock: { default: null }, rawPropertiesXml: { default: '' } },
    },
    sdt: {
      content: 'inline*',
      inline: true,
      group: 'inline',
      attrs: {
        lock: { default: null },
        rawPropertiesXml: { default: '' },
        sdtType: { default: 'richText' },
        tag: { default: null },
      },
    },
    text: { group: 'inline' },
  },
});
const line = (words: string) => schema.node('paragraph', null, schema.text(words));
const control = (lock: string | null, ...content: Node[]) =>
  schema.node('blockSdt', { lock, rawPropertiesXml: `<w:sdtPr ${String(lock)}/>` }, content);

/** The words of a document after a change that begins at some of them. */
function change(content: Node[], words: string, make: (tr: Transaction, from: number) => Transaction): string {
  const state = EditorState.create({ doc: schema.node('doc', null, content), plugins: [keepLocked()] });
  let from = 0;
  state.doc.descendants((node, at) => {
    if (node.text === words) from = at;
  });
  const { doc } = state.apply(make(state.tr, from));
  return doc.textBetween(0, doc.content.size, '|');
}
const all = (tr: Transaction) => tr.delete(0, tr.doc.content.size);
const typed = (tr: Transaction, from: number) => tr.insertText('X', from);
const body = (lock: string | null) => [line('one'), control(lock, line('two')), line('three')];

test('what a locked control holds is not changed, and all else is', () => {
  for (const lock of ['contentLocked', 'sdtContentLocked']) {
    expect(change(body(lock), 'two', typed)).toBe('one|two|three');
    expect(change(body(lock), 'one', typed)).toBe('Xone|two|three');
    expect(change([control('unlocked', ...body(lock))], 'three', typed)).toBe('one|two|Xthree');
  }
  for (const lock of [null, 'unlocked', 'sdtLocked']) expect(change(body(lock), 'two', typed)).toBe('one|Xtwo|three');
});

test('a locked control is not deleted', () => {
  for (const lock of ['contentLocked', 'sdtContentLocked', 'sdtLocked'])
    expect(change(body(lock), 'one', all)).toBe('one|two|three');
  expect(change(body('unlocked'), 'one', all)).toBe('');
});

const within = (attrs: object) =>
  schema.node('paragraph', null, [
    schema.text('one'),
    schema.node('sdt', attrs, schema.text('two')),
    schema.text('three'),
  ]);
const choice = (tr: Transaction, from: number) => tr.insertText('X', from).setMeta(CHOICE, true);
const whole = (tr: Transaction, from: number) => tr.delete(from - 1, from + 4);

test('within a line what is locked or chosen is not typed in, and what is only chosen can be deleted', () => {
  const kept = [
    { lock: 'contentLocked' },
    { lock: 'sdtContentLocked' },
    { sdtType: 'dropDownList' },
    { sdtType: 'checkbox' },
  ];
  for (const attrs of kept) expect(change([within(attrs)], 'two', typed)).toBe('onetwothree');
  for (const attrs of [{}, { lock: 'sdtLocked' }, { sdtType: 'comboBox' }, { sdtType: 'date' }])
    expect(change([within(attrs)], 'two', typed)).toBe('oneXtwothree');
  expect(change([within({ sdtType: 'checkbox' })], 'two', whole)).toBe('onethree');
  expect(change([within({ lock: 'sdtLocked' })], 'two', whole)).toBe('onetwothree');
  expect(change([within({ sdtType: 'dropDownList' })], 'two', choice)).toBe('oneXtwothree');
});

const typedInHeader = (attrs: object) => {
  const doc = schema.node('doc', null, [within(attrs)]);
  const state = EditorState.create({ doc, plugins: [keepLocked({ isChosenIn: false })] });
  return state.apply(state.tr.insertText('X', 6)).doc.textContent;
};

test('in headers and footers, where nothing is chosen, a list is typed in and a lock kept', () => {
  expect(typedInHeader({ sdtType: 'dropDownList' })).toBe('onetXwothree');
  expect(typedInHeader({ sdtType: 'dropDownList', lock: 'contentLocked' })).toBe('onetwothree');
});

test('an object that the editor cannot show is written beside as before', () => {
  const hidden = within({ lock: 'contentLocked', tag: 'anbar-keep-0' });
  expect(change([hidden], 'two', typed)).toBe('oneXtwothree');
});

test('a look that somebody chose is refused, and a number that follows the document is not', () => {
  const state = EditorState.create({
    doc: schema.node('doc', null, [control('contentLocked', line('two'))]),
    plugins: [keepLocked()],
  });
  const markup = (attrs: object) => state.apply(state.tr.setNodeMarkup(1, undefined, attrs)).doc.firstChild?.firstChild;
  expect(markup({ alignment: 'center' })?.attrs['alignment']).toBeNull();
  expect(markup({ listMarker: '2.' })?.attrs['listMarker']).toBe('2.');
});

test('words in a locked control are left out when all are replaced', () => {
  const state = EditorState.create({ doc: schema.node('doc', null, body('contentLocked')) });
  expect([2, 8, 16].map((position) => isLockedAt(state, position))).toEqual([false, true, false]);
});

test('the frame says the name of a control and that it is locked', () => {
  document.documentElement.lang = 'en';
  expect(controlName({ alias: 'Terms', tag: 'terms', lock: 'sdtContentLocked' })).toBe('Terms — Locked');
  expect(controlName({ tag: 'terms', lock: 'sdtLocked' })).toBe('terms');
  expect(controlName({ lock: 'contentLocked' })).toBe('Locked');
  expect(controlName({})).toBe('');
});
