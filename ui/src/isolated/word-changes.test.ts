import { expect, test } from 'vitest';
import { bare, named } from '~/test/named-xml';
import { hasChanges, markChanges, settleChanges, type Change } from './word-changes';
import { parse, W } from './word-elements';

const by = 'w:author="Sara" w:date="2026-11-20T10:42:00Z"';
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const deleted = (text: string) => `<w:del ${by}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const inserted = (text: string) => `<w:ins ${by}>${run(text)}</w:ins>`;
const end = (kind: string) => `<w:pPr><w:rPr><w:${kind} ${by}/></w:rPr></w:pPr>`;
const document = (body: string) => named(parse(bare(`<w:document><w:body>${body}</w:body></w:document>`, 'w', W)));

/** The texts of paragraphs. */
const texts = (xml: Document) => Array.from(xml.getElementsByTagNameNS(W, 'p')).map((one) => one.textContent);

function settled(body: string, mode: 'accepted' | 'original'): (string | null)[] {
  const xml = document(body);
  settleChanges(xml, mode);
  expect(hasChanges(xml)).toBe(false);
  return texts(xml);
}

test('a document is shown as it becomes, and as it was', () => {
  const body = `<w:p>${run('a ')}${deleted('one')}${inserted('two')}</w:p>`;
  expect(settled(body, 'accepted')).toEqual(['a two']);
  expect(settled(body, 'original')).toEqual(['a one']);
});

test('text that moved is in one place', () => {
  const body =
    `<w:p><w:moveFrom ${by}>${run('here')}</w:moveFrom></w:p><w:p>${run('x')}</w:p>` +
    `<w:p><w:moveTo ${by}>${run('here')}</w:moveTo></w:p>`;
  expect(settled(body, 'accepted')).toEqual(['', 'x', 'here']);
  expect(settled(body, 'original')).toEqual(['here', 'x', '']);
});

test('paragraphs whose end goes become one, however many they are', () => {
  const body =
    Array.from({ length: 500 }, (_, at) => `<w:p>${end('del')}${run(`${at} `)}</w:p>`).join('') +
    `<w:p>${run('end')}</w:p>`;
  expect(settled(body, 'accepted')).toEqual([`${Array.from({ length: 500 }, (_, at) => `${at} `).join('')}end`]);
  expect(settled(body, 'original')).toHaveLength(501);
  expect(settled(`<w:p>${end('ins')}${run('a')}</w:p><w:p>${run('b')}</w:p>`, 'original')).toEqual(['ab']);
});

test('rows and formats go back to what they were', () => {
  const row = (kind: string, text: string) =>
    `<w:tr><w:trPr><w:${kind} ${by}/></w:trPr><w:tc><w:p>${run(text)}</w:p></w:tc></w:tr>`;
  const table = `<w:tbl>${row('ins', 'new')}${row('del', 'old')}</w:tbl>`;
  expect(settled(table, 'accepted')).toEqual(['new']);
  expect(settled(table, 'original')).toEqual(['old']);
  const xml = document(
    `<w:p><w:pPr><w:jc w:val="right"/><w:rPr><w:i/></w:rPr><w:pPrChange ${by}><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange></w:pPr>` +
      `<w:r><w:rPr><w:b/><w:rPrChange ${by}><w:rPr><w:u w:val="single"/></w:rPr></w:rPrChange></w:rPr><w:t>x</w:t></w:r></w:p>`,
  );
  settleChanges(xml, 'original');
  const names = Array.from(xml.querySelectorAll('pPr > *, r > rPr > *')).map(({ localName }) => localName);
  expect(names).toEqual(['jc', 'rPr', 'u']);
  expect(xml.querySelector('jc')?.getAttribute('w:val')).toBe('left');
});

test('changes that are shown keep their author, also in links and formulas', () => {
  const xml = document(
    `<w:p><w:hyperlink w:anchor="x">${run('a')}${inserted('b')}${run('c')}</w:hyperlink></w:p>` +
      `<oMath xmlns="urn:m"><ins xmlns="${W}" ${by}><r/></ins></oMath>`,
  );
  const changes: Change[] = [];
  markChanges(xml, changes);
  expect(changes).toEqual([{ kind: 'inserted', author: 'Sara', date: '2026-11-20T10:42:00Z' }]);
  const parts = Array.from(xml.querySelector('p')?.children ?? []).map(({ localName, textContent }) => [
    localName,
    textContent,
  ]);
  expect(parts).toEqual([
    ['hyperlink', 'a'],
    ['ins', 'b'],
    ['hyperlink', 'c'],
  ]);
  expect(xml.querySelector('oMath > r')).not.toBeNull();
});
