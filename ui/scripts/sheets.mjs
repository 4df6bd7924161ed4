// How fast the editor of sheets opens a large workbook. Used by measure.mjs.
import JSZip from 'jszip';

const COLUMNS = 10;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packed = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const part = (name, kind) => `<Override PartName="/xl/${name}.xml" ContentType="${types}.${kind}+xml"/>`;

/** A ledger of so many cells, as Excel would write it: texts that are shared, numbers with a format, formulas. */
export async function workbook(cells) {
  const texts = Array.from({ length: 200 }, (_, n) => `شرح سند ${n}`);
  const rows = Array.from({ length: cells / COLUMNS }, (_, at) => {
    const row = at + 1;
    const line = Array.from({ length: COLUMNS }, (__, column) => {
      const name = `${String.fromCharCode(65 + column)}${row}`;
      if (column < 3) return `<c r="${name}" t="s"><v>${(row * 7 + column) % texts.length}</v></c>`;
      if (column === 9) return `<c r="${name}" s="1"><f>D${row}-E${row}</f><v>${row * 1000 - row}</v></c>`;
      return `<c r="${name}" s="1"><v>${column === 3 ? row * 1000 : column === 4 ? row : row * column + 0.25}</v></c>`;
    });
    return `<row r="${row}">${line.join('')}</row>`;
  });
  const zip = new JSZip();

  const relation = (id, kind, target) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const relations = (all) => `<Relationships xmlns="${packed}/relationships">${all}</Relationships>`;
  zip.file(
    '[Content_Types].xml',
    `<Types xmlns="${packed}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}${part('sharedStrings', 'sharedStrings')}</Types>`,
  );
  zip.file('_rels/.rels', relations(relation('a', 'officeDocument', 'xl/workbook.xml')));
  zip.file(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="One" sheetId="1" r:id="a"/></sheets></workbook>`,
  );
  zip.file(
    'xl/_rels/workbook.xml.rels',
    relations(
      relation('a', 'worksheet', 'worksheets/sheet1.xml') +
        relation('b', 'styles', 'styles.xml') +
        relation('c', 'sharedStrings', 'sharedStrings.xml'),
    ),
  );
  zip.file(
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><fonts><font><sz val="11"/></font></fonts><fills><fill/></fills><borders><border/></borders>` +
      '<cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/><xf numFmtId="3"/></cellXfs></styleSheet>',
  );
  zip.file(
    'xl/sharedStrings.xml',
    `<sst xmlns="${main}">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  );
  zip.file(
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="${main}"><dimension ref="A1:J${rows.length}"/><sheetData>${rows.join('')}</sheetData></worksheet>`,
  );
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

/** The ms from the address of a workbook until its last cell can be edited, by the times of the page. */
export async function opening(page, address) {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('[data-sheet-editor] #cell-1-1'), null, { polling: 'raf' });
  return page.evaluate(() => performance.now());
}
