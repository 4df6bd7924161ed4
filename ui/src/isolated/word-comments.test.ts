import JSZip from 'jszip';
import { beforeAll, expect, test } from 'vitest';
import { bare, readsAttributes } from '~/test/named-xml';
import { Comments } from './word-comments';
import { parse, W } from './word-elements';

beforeAll(readsAttributes);

const comment = (id: number, text: string, mark = '') =>
  `<w:comment w:id="${id}" w:author="Sara"><w:p w14:paraId="${mark}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`;

async function of(comments: string, extended = ''): Promise<Comments> {
  const zip = new JSZip();
  zip.file('word/comments.xml', bare(`<w:comments>${comments}</w:comments>`, 'w', W));
  zip.file('word/commentsExtended.xml', bare(`<x:commentsEx>${extended}</x:commentsEx>`, 'x', 'urn:x'));
  return Comments.of(zip);
}

const about = (ids: number[]) => {
  const references = ids.map((id) => `<w:r><w:commentReference w:id="${id}"/></w:r>`).join('');
  return parse(bare(`<w:document><w:p>${references}</w:p></w:document>`, 'w', W));
};

test('comments come in the order of the document, with answers behind what they answer', async () => {
  const comments = await of(
    comment(0, 'second') + comment(1, 'first', 'A') + comment(2, 'answer', 'B') + comment(3, 'nobody refers to it'),
    '<x:commentEx x:paraId="A" x:done="1"/><x:commentEx x:paraId="B" x:paraIdParent="A"/>',
  );
  comments.mark(about([2, 1, 0, 9]));
  expect(comments.list.map(({ text, isDone, of: answered }) => [text, isDone, answered])).toEqual([
    ['first', true, null],
    ['answer', false, 0],
    ['second', false, null],
  ]);
});

test('comments that answer each other in a circle are all shown', async () => {
  const comments = await of(
    comment(0, 'a', 'A') + comment(1, 'b', 'B'),
    '<x:commentEx x:paraId="A" x:paraIdParent="B"/><x:commentEx x:paraId="B" x:paraIdParent="A"/>',
  );
  comments.mark(about([0, 1]));
  expect(comments.list.map(({ text }) => text).toSorted()).toEqual(['a', 'b']);
});
