import { paragraph, word } from './word-samples';

const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

export const MANY = 10_000;
const EACH = 4;

const from = (id: number) => `<w:commentRangeStart w:id="${id}"/>`;
const to = (id: number) => `<w:commentRangeEnd w:id="${id}"/>`;
const at = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

/** The comment of a number: of each four one stands within another one, and one answers the first. */
function lineOf(first: number): string {
  const [whole, part, answer, place] = [first, first + 1, first + 2, first + 3];
  return (
    `<w:p>${from(whole)}${from(answer)}${run(`بند ${first / EACH} از قرارداد `)}${from(part)}${run('با مبلغ')}${to(part)}${at(part)}` +
    `${run(' آن')}${to(whole)}${at(whole)}${to(answer)}${at(answer)}${at(place)}</w:p>`
  );
}

const para = (id: number) => (0x10_00_00_00 + id).toString(16).toUpperCase();

/** A contract that a whole company has commented. */
export async function commentedByMany(count = MANY): Promise<Uint8Array> {
  const ids = Array.from({ length: count }, (_, id) => id);
  const lines = ids.filter((id) => id % EACH === 0).map(lineOf);
  const comments = ids.map(
    (id) =>
      `<w:comment w:id="${id}" w:author="همکار ${id % 40}" w:initials="ه" w:date="2026-01-02T03:04:05Z">` +
      `<w:p w14:paraId="${para(id)}"><w:r><w:t>نظر شمارهٔ ${id}</w:t></w:r></w:p></w:comment>`,
  );
  const threads = ids.map(
    (id) =>
      `<w15:commentEx w15:paraId="${para(id)}"${id % EACH === 2 ? ` w15:paraIdParent="${para(id - 2)}"` : ''} w15:done="0"/>`,
  );
  return word(paragraph('آغاز', '<w:bidi/>') + lines.join(''), true, [
    {
      id: 'rId8',
      name: 'comments.xml',
      kind: 'comments',
      type: `${OFFICE}.comments+xml`,
      content: `<w:comments xmlns:w="${WORD}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">${comments.join('')}</w:comments>`,
    },
    {
      id: 'rId9',
      name: 'commentsExtended.xml',
      kind: 'http://schemas.microsoft.com/office/2011/relationships/commentsExtended',
      type: `${OFFICE}.commentsExtended+xml`,
      content: `<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml">${threads.join('')}</w15:commentsEx>`,
    },
  ]);
}
