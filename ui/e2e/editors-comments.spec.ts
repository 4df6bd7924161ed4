import JSZip from 'jszip';
import { expect, prefer, test, type World } from './fixtures';
import { bytesOf, open, put, sample, saved, saving, type, type Put } from './letters';
import { letTimePass } from './waits';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const kinds = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';

const from = (id: number) => `<w:commentRangeStart w:id="${id}"/>`;
const to = (id: number) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...parts: string[]) => `<w:p>${parts.join('')}</w:p>`;

/** Comments in each other, over each other, over several paragraphs, an answer, one without a range, one on a link. */
const text = [
  paragraph(run('A paragraph to type into.')),
  paragraph(from(0), run('all '), from(1), run('inner'), to(1), run(' more '), from(2), run('second'), to(2), to(0)),
  paragraph(from(3), run('over '), from(4), run('both'), to(3), run(' and on'), to(4)),
  paragraph(from(5), from(6), run('begins')),
  paragraph(run('goes on')),
  paragraph(run('ends'), to(5), to(6)),
  paragraph(run('At'), '<w:r><w:commentReference w:id="7"/></w:r>', run(' a place')),
  paragraph(from(8), `<w:hyperlink w:anchor="x">${run('below')}</w:hyperlink>`, to(8)),
].join('');

const ids = Array.from({ length: 9 }, (_, id) => id);
const para = (id: number) => `0000000${id + 1}`;

async function commented(): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(sample());
  const change = async (name: string, how: (was: string) => string) =>
    zip.file(name, how((await zip.file(name)?.async('text')) ?? ''));
  await change('word/document.xml', (was) => was.replace(/(<w:body>)/, `$1${text}`));
  await change('word/_rels/document.xml.rels', (was) =>
    was.replace(
      '</Relationships>',
      `<Relationship Id="rIdC1" Type="${relations}comments" Target="comments.xml"/>` +
        '<Relationship Id="rIdC2" Type="http://schemas.microsoft.com/office/2011/relationships/commentsExtended" Target="commentsExtended.xml"/></Relationships>',
    ),
  );
  await change('[Content_Types].xml', (was) =>
    was.replace(
      '</Types>',
      `<Override PartName="/word/comments.xml" ContentType="${kinds}comments+xml"/>` +
        `<Override PartName="/word/commentsExtended.xml" ContentType="${kinds}commentsExtended+xml"/></Types>`,
    ),
  );
  const comments = ids.map(
    (id) =>
      `<w:comment w:id="${id}" w:author="Sara" w:initials="S" w:date="2026-01-02T03:04:05Z">` +
      `<w:p w14:paraId="${para(id)}">${run(`Words of comment ${id}`)}</w:p></w:comment>`,
  );
  zip.file(
    'word/comments.xml',
    `<w:comments xmlns:w="${word}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">${comments.join('')}</w:comments>`,
  );
  const threads = ids.map(
    (id) => `<w15:commentEx w15:paraId="${para(id)}"${id === 6 ? ` w15:paraIdParent="${para(5)}"` : ''} w15:done="0"/>`,
  );
  zip.file(
    'word/commentsExtended.xml',
    `<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">${threads.join('')}</w15:commentsEx>`,
  );
  return zip.generateAsync({ type: 'uint8array' });
}

async function partsOf(world: World, document: Put) {
  const zip = await JSZip.loadAsync(await bytesOf(world, document));
  const part = async (name: string) => (await zip.file(name)?.async('text')) ?? '';
  return {
    text: await part('word/document.xml'),
    comments: await part('word/comments.xml'),
    threads: await part('word/commentsExtended.xml'),
  };
}

const LOOKED = 'the editor looks for comments without text a moment after a key, and shows no sign of it';

const idsIn = (part: string, element: string) =>
  [...part.matchAll(new RegExp(`<w:${element} w:id="(\\d+)"`, 'g'))]
    .map(([, id]) => Number(id))
    .toSorted((a, b) => a - b);

test('whoever types a word keeps the comments of others, those that the editor does not show too', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the text is the same');
  test.slow();
  await prefer(page, 'en');
  const document = await put(world, 'comments', await commented());
  const frame = await open(page, document.address);
  await type(page, frame, 'Word ');
  await letTimePass(page, 3000, LOOKED);
  await page.keyboard.type('and another ');
  await page.keyboard.press('Control+s');
  await expect(saving(page, 'clean')).toContainText('Saved just now', saved);
  await expect.poll(async () => (await partsOf(world, document)).text).toContain('and another');
  const stored = await partsOf(world, document);
  expect(idsIn(stored.comments, 'comment')).toEqual(ids);
  for (const id of ids) expect(stored.comments).toContain(`Words of comment ${id}`);
  expect(idsIn(stored.text, 'commentReference')).toEqual(ids);
  expect(idsIn(stored.text, 'commentRangeStart')).toEqual(ids.filter((id) => id !== 7));
  expect(idsIn(stored.text, 'commentRangeEnd')).toEqual(ids.filter((id) => id !== 7));
  expect(stored.threads.match(/w15:commentEx /g)).toHaveLength(ids.length);
  expect(stored.threads).toContain(`w15:paraId="${para(6)}" w15:paraIdParent="${para(5)}"`);

  // A comment whose text somebody deletes goes, and only that one.
  await frame.locator('.layout-page').first().getByText('over', { exact: false }).first().click({ clickCount: 3 });
  await page.keyboard.press('Delete');
  await letTimePass(page, 3000, LOOKED);
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => idsIn((await partsOf(world, document)).comments, 'comment'), saved)
    .toEqual([0, 1, 2, 5, 6, 7, 8]);
  const left = await partsOf(world, document);
  expect(idsIn(left.text, 'commentReference')).toEqual([0, 1, 2, 5, 6, 7, 8]);
  expect(left.threads.match(/w15:commentEx /g)).toHaveLength(7);
});
