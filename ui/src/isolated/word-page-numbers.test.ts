import { beforeAll, expect, test } from 'vitest';
import { bare, readsAttributes } from '~/test/named-xml';
import { parse, W } from './word-elements';
import { inheritStories, markPageNumbers, showPageNumbers } from './word-page-numbers';

beforeAll(readsAttributes);

const run = (inside: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr>${inside}</w:r>`;
const text = (words: string, properties = '') => run(`<w:t>${words}</w:t>`, properties);
const char = (kind: string) => run(`<w:fldChar w:fldCharType="${kind}"/>`);
const field = (instruction: string, ...result: string[]) =>
  char('begin') +
  run(`<w:instrText>${instruction}</w:instrText>`) +
  (result.length > 0 ? char('separate') + result.join('') : '') +
  char('end');
const control = (inside: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;

/** The words of a footer on each of some pages. */
function onPages(inside: string, pages: number, root = 'ftr'): string[] {
  const xml = parse(bare(`<w:${root}>${inside}</w:${root}>`, 'w', W));
  markPageNumbers(xml);
  const words = [...xml.getElementsByTagNameNS(W, 't')].map(({ textContent }) => textContent).join('');
  document.body.innerHTML = `<section class="docx"><footer><p>${words}</p></footer></section>`.repeat(pages);
  showPageNumbers(document.body);
  return [...document.querySelectorAll('footer')].map(({ textContent }) => textContent);
}

test('the number of each page stands in it, also in the controls of page numbers of Word', () => {
  const inside = control(
    `<w:p>${text('Page ')}${field(' PAGE ', text('1'))}${text(' of ')}${field('NUMPAGES', text('9'))}</w:p>`,
  );
  expect(onPages(control(inside), 2)).toEqual(['Page 1 of 2', 'Page 2 of 2']);
  expect(onPages(`<w:p><w:fldSimple w:instr=" PAGE \\* MERGEFORMAT ">${text('4')}</w:fldSimple></w:p>`, 2)).toEqual([
    '1',
    '2',
  ]);
});

test('of several runs one number is left, and a field without a result has one', () => {
  expect(onPages(field('PAGE', text('1'), text('0')), 2)).toEqual(['1', '2']);
  expect(onPages(field('PAGE'), 2)).toEqual(['1', '2']);
});

test('digits are Persian in text from the right, or where they were', () => {
  expect(onPages(field('PAGE', text('1', '<w:rtl/>')), 2)).toEqual(['۱', '۲']);
  expect(onPages(field('PAGE', text('۷')), 2)).toEqual(['۱', '۲']);
});

test('other fields, other forms of numbers and the text keep their words', () => {
  expect(onPages(field('PAGE \\* roman', text('iv')), 2)).toEqual(['iv', 'iv']);
  expect(onPages(field('DATE', text('May')) + field(`IF ${field('PAGE', text('1'))} = 1`, text('yes')), 1)).toEqual([
    'May1yes',
  ]);
  expect(onPages(field('PAGE', text('5')), 2, 'document')).toEqual(['5', '5']);
});

const reference = (name: string, type: string, id: number) => `<w:${name}Reference w:type="${type}" r:id="r${id}"/>`;

test('a section without a header of its own has that of the one before it', () => {
  const xml = parse(
    bare(
      `<w:document><w:sectPr>${reference('header', 'default', 1)}${reference('footer', 'default', 2)}</w:sectPr>` +
        `<w:sectPr>${reference('header', 'default', 3)}</w:sectPr><w:sectPr/></w:document>`,
      'w',
      W,
    ).replace('xmlns:w', 'xmlns:r="urn:r" xmlns:w'),
  );
  inheritStories(xml);
  expect(
    [...xml.getElementsByTagNameNS(W, 'sectPr')].map(({ children }) =>
      [...children].map((one) => one.getAttribute('r:id') ?? '').toSorted((one, other) => one.localeCompare(other)),
    ),
  ).toEqual([
    ['r1', 'r2'],
    ['r2', 'r3'],
    ['r2', 'r3'],
  ]);
});
