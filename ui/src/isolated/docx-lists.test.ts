import JSZip from 'jszip';
import { Schema } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginList,
  isBulletList,
  isItemOf,
  itemIn,
  listFor,
  markItems,
  markOf,
  movedOut,
  takeLists,
  withLists,
  writeLists,
  type Numbering,
} from './docx-lists';

const level = (ilvl: number, numFmt: string, lvlText: string) => ({ ilvl, numFmt, lvlText });

/** The other way round than the library takes it: 1 has numbers, 2 has signs. */
const lists = (): Numbering => ({
  abstractNums: [
    { abstractNumId: 0, levels: [level(0, 'decimal', '%1.'), level(1, 'lowerLetter', '%2)')] },
    { abstractNumId: 1, levels: [level(0, 'bullet', '•')] },
  ],
  nums: [
    { numId: 1, abstractNumId: 0 },
    { numId: 2, abstractNumId: 1 },
  ],
});

const names = ['numPr', 'listNumFmt', 'listIsBullet', 'listMarker', 'listLevelNumFmts', 'listAbstractNumId'];
const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: {
      content: 'text*',
      attrs: Object.fromEntries([...names, 'listStartOverride'].map((name) => [name, { default: null }])),
    },
    text: {},
  },
});
const paragraph = (text: string, attrs = {}) => schema.node('paragraph', attrs, schema.text(text));
const stateOf = (at: number, ...all: ReturnType<typeof paragraph>[]) => {
  const doc = schema.node('doc', null, all);
  return EditorState.create({ doc, selection: TextSelection.create(doc, at) });
};

beforeEach(() => takeLists(lists()));

describe('the list of the buttons', () => {
  it('has signs or numbers as the document defines them', () => {
    expect([isBulletList({ numId: 1 }), isBulletList({ numId: 2 })]).toEqual([false, true]);
    const numbers = listFor(stateOf(1, paragraph('a')), false);
    expect(numbers).toBe(3);
    expect(isItemOf(itemIn(numbers, 0), false)).toBe(true);
    // The list 2 has no signs for deeper levels.
    const signs = listFor(stateOf(1, paragraph('a')), true);
    expect(signs).toBe(4);
    expect(isItemOf(itemIn(signs, 8), true)).toBe(true);
    expect(listFor(stateOf(1, paragraph('a')), true)).toBe(signs);
  });

  it('is that of a neighbour of the same kind', () => {
    const item = paragraph('a', itemIn(1, 0));
    expect(listFor(stateOf(4, item, paragraph('b')), false)).toBe(1);
    expect(listFor(stateOf(1, paragraph('b'), item), false)).toBe(1);
    expect(listFor(stateOf(4, paragraph('a', itemIn(2, 0)), paragraph('b')), true)).toBe(2);
    expect(listFor(stateOf(4, item, paragraph('b')), true)).not.toBe(1);
  });
});

describe('items', () => {
  it('have the number of their place', () => {
    expect(markOf({ numId: 1, ilvl: 1 })).toMatchObject({ listMarker: '%2)', listNumFmt: 'lowerLetter' });
    expect(markOf({ numId: 9 })).toBeUndefined();
    const moved = { ...itemIn(1, 0), numPr: { numId: 1, ilvl: 1 } };
    const { tr } = stateOf(1, paragraph('a', moved));
    markItems(tr, [{ from: 0, to: 3 }]);
    expect(tr.doc.firstChild?.attrs).toMatchObject({ listMarker: '%2)', listLevelNumFmts: ['decimal', 'lowerLetter'] });
    const same = stateOf(1, paragraph('a', itemIn(1, 1))).tr;
    markItems(same, [{ from: 0, to: 3 }]);
    expect(same.docChanged).toBe(false);
  });

  it('move out one level at a time', () => {
    expect(movedOut({ numPr: { numId: 1, ilvl: 2 } })).toMatchObject({ numPr: { numId: 1, ilvl: 1 } });
    expect(movedOut({ numPr: { numId: 1, ilvl: 0 } })).toMatchObject({ numPr: null, indentLeft: null });
  });
});

describe('lists that were begun', () => {
  const part =
    '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"/><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>';

  it('are written behind those of the document, definitions first', () => {
    const numId = beginList(false);
    const made = withLists(part, [numId]);
    expect(made.replaceAll(/<w:lvl .*<\/w:lvl>/gs, '')).toBe(
      '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"/>' +
        '<w:abstractNum w:abstractNumId="2"><w:multiLevelType w:val="multilevel"/></w:abstractNum>' +
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num></w:numbering>',
    );
    expect(made).toContain('<w:lvlText w:val="%1.%2."/>');
    expect(withLists(made, [numId])).toBe(made);
    expect(withLists('<w:numbering xmlns:w="w"/>', [numId])).toMatch(
      /^<w:numbering xmlns:w="w"><w:abstractNum .*<\/w:num><\/w:numbering>$/,
    );
  });

  it('are written when an item is in them', async () => {
    const numId = beginList(true);
    const zip = new JSZip().file('word/numbering.xml', part).file('word/document.xml', '<w:numId w:val="1"/>');
    const lists = async () => {
      await writeLists(zip);
      return zip.file('word/numbering.xml')?.async('text');
    };
    expect(await lists()).toBe(part);
    zip.file('word/document.xml', `<w:numId w:val="${numId}"/>`);
    expect(await lists()).toContain(`<w:num w:numId="${numId}">`);
  });
});
