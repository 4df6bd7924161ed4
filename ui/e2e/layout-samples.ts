import JSZip from 'jszip';
import { item, paragraph, word } from './word-samples';

const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NS =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const field = (name: string) => `<w:p><w:fldSimple w:instr=" ${name} "><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
const table = (n: number, first: string) =>
  `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>${Array.from(
    { length: 5 },
    (_, row) =>
      `<w:tr>${cell(row === 0 ? first : paragraph(`Cell ${n}`))}${cell(paragraph(`ردیف ${row}`, '<w:bidi/>'))}${cell(paragraph('x '.repeat(40)))}</w:tr>`,
  ).join('')}</w:tbl>`;

const latin = 'The parties agree that the goods are delivered within thirty days, and that a delay is announced. ';
const persian = 'طرفین توافق می‌کنند که کالا ظرف سی روز تحویل شود و هر تأخیر بی‌درنگ اعلام گردد. ';

const line = (side: string, size = 8) => `<w:${side} w:val="single" w:sz="${size}" w:space="1" w:color="336699"/>`;
const framed = (n: number) =>
  paragraph(
    `Framed ${n}. ${latin}`,
    `<w:pBdr>${line('top')}${line('bottom')}${line('between', 24)}</w:pBdr>${n % 4 === 1 ? '<w:bidi/>' : ''}`,
  );

/** Blocks for pages without notes and controls, which are drawn anew with each change of them. */
const plainBlock = (n: number) => ([5, 9].includes(n % 12) ? framed(n) + framed(n + 2) : block(n));

/** Of each kind of block: paragraphs in two directions, items, tables with and without items, notes, breaks, controls. */
function block(n: number): string {
  switch (n % 12) {
    case 0:
      return paragraph(`Heading ${n}`, '<w:pStyle w:val="Heading1"/><w:keepNext/>');
    case 1:
      return paragraph(persian.repeat(4), '<w:bidi/>');
    case 2:
      return paragraph(`Item ${n}`, item(1, 0));
    case 3:
      return paragraph(`Item below ${n}`, item(1, 1));
    case 4:
      return n % 24 === 4 ? table(n, paragraph('Plain')) : table(n, paragraph('Counted', item(1, 0)));
    case 5:
      return `<w:p>${run(latin)}<w:r><w:footnoteReference w:id="${n % 36 === 5 ? 2 : 3}"/></w:r></w:p>`;
    case 6:
    case 7:
      return paragraph(
        `Close ${n}`,
        '<w:pStyle w:val="Normal"/><w:spacing w:before="120" w:after="240"/><w:contextualSpacing/>',
      );
    case 8:
      return n % 36 === 8
        ? '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
        : paragraph(latin.repeat(3), '<w:keepLines/>');
    case 9:
      return `<w:sdt><w:sdtPr><w:alias w:val="Part"/></w:sdtPr><w:sdtContent>${paragraph(`Controlled ${n}`)}</w:sdtContent></w:sdt>`;
    case 10:
      return paragraph(`Bullet ${n}`, item(2, 0));
    default:
      return `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="${2000 + 100 * n}"/></w:tabs></w:pPr>${run('Tab')}<w:r><w:tab/></w:r>${run(latin)}</w:p>`;
  }
}

const note = (id: number, text: string) => `<w:footnote w:id="${id}"><w:p>${run(text)}</w:p></w:footnote>`;

/**
 * A document of some twelve pages with a block of each kind on most of them, with its page and their number above; or of
 * those kinds alone of which each is drawn for itself.
 */
export async function manyBlocks(isPlain = false): Promise<Uint8Array> {
  const body = Array.from({ length: 132 }, (_, n) => (isPlain ? plainBlock(n) : block(n))).join('');
  const bytes = await word(body, false, [
    {
      id: 'rId8',
      name: 'header1.xml',
      kind: 'header',
      content: `${HEAD}<w:hdr ${NS}>${field('PAGE')}${field('NUMPAGES')}</w:hdr>`,
      type: `${OFFICE}.header+xml`,
    },
    {
      id: 'rId9',
      name: 'footnotes.xml',
      kind: 'footnotes',
      content: `${HEAD}<w:footnotes ${NS}>${note(2, 'Within thirty days.')}${note(3, 'At once.')}</w:footnotes>`,
      type: `${OFFICE}.footnotes+xml`,
    },
  ]);
  const zip = await JSZip.loadAsync(bytes);
  const main = (await zip.file('word/document.xml')?.async('text')) ?? '';
  const end = main.lastIndexOf('<w:sectPr>') + '<w:sectPr>'.length;
  zip.file(
    'word/document.xml',
    `${main.slice(0, end)}<w:headerReference w:type="default" r:id="rId8"/>${main.slice(end)}`,
  );
  return zip.generateAsync({ type: 'uint8array' });
}
