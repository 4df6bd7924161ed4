/** Lets LibreOffice compute the cases: an .xlsx without values goes in, and a flat document with all values comes out. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Functions that files write with a prefix. */
const NEWER =
  /\b(ACOT|ACOTH|ARABIC|BASE|BETA\.DIST|BETA\.INV|BINOM\.DIST|BINOM\.INV|BITAND|BITLSHIFT|BITOR|BITRSHIFT|BITXOR|CEILING\.MATH|CHISQ\.DIST|CHISQ\.DIST\.RT|CHISQ\.INV|CHISQ\.INV\.RT|COMBINA|CONCAT|CONFIDENCE\.NORM|CONFIDENCE\.T|COT|COTH|COVARIANCE\.P|COVARIANCE\.S|CSC|CSCH|DAYS|DECIMAL|EXPON\.DIST|F\.DIST|F\.DIST\.RT|F\.INV|F\.INV\.RT|FLOOR\.MATH|FORECAST\.LINEAR|FORMULATEXT|GAMMA|GAMMA\.DIST|GAMMA\.INV|GAUSS|HYPGEOM\.DIST|IFNA|IFS|ISFORMULA|ISOWEEKNUM|LOGNORM\.DIST|LOGNORM\.INV|MAXIFS|MINIFS|MODE\.SNGL|NEGBINOM\.DIST|NORM\.DIST|NORM\.INV|NORM\.S\.DIST|NORM\.S\.INV|NUMBERVALUE|PDURATION|PERCENTILE\.EXC|PERCENTILE\.INC|PERCENTRANK\.EXC|PERCENTRANK\.INC|PERMUTATIONA|PHI|POISSON\.DIST|QUARTILE\.EXC|QUARTILE\.INC|RANK\.AVG|RANK\.EQ|RRI|SEC|SECH|SKEW\.P|STDEV\.P|STDEV\.S|SWITCH|T\.DIST|T\.DIST\.2T|T\.DIST\.RT|T\.INV|T\.INV\.2T|TEXTJOIN|UNICHAR|UNICODE|VAR\.P|VAR\.S|WEIBULL\.DIST|XLOOKUP|XMATCH|XOR|Z\.TEST)\(/g;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function zipped(files) {
  const [local, directory] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [title, data] = [Buffer.from(name), Buffer.from(text)];
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), head, place, title);
    local.push(Buffer.from('PK\x03\x04'), head, title, data);
    at += 30 + title.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end]);
}

function cellXml(name, value) {
  if (typeof value === 'number') return `<c r="${name}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${name}" t="b"><v>${Number(value)}</v></c>`;
  if (value.startsWith('=')) return `<c r="${name}"><f>${escaped(value.slice(1).replace(NEWER, '_xlfn.$1('))}</f></c>`;
  return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

const columnOf = (name) =>
  [...name.replace(/\d/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function workbook(cells) {
  const rows = new Map();
  for (const [name, value] of cells) {
    const row = Number(/\d+/.exec(name)[0]);
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row).push([columnOf(name), cellXml(name, value)]);
  }
  const lines = [...rows]
    .sort(([a], [b]) => a - b)
    .map(
      ([row, line]) =>
        `<row r="${row}">${line
          .sort(([a], [b]) => a - b)
          .map(([, xml]) => xml)
          .join('')}</row>`,
    );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return zipped({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="One" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  });
}

const unescaped = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

const attr = (tag, name) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1];

const wordsOf = (inner) =>
  [...inner.matchAll(/<text:p>(.*?)<\/text:p>/gs)]
    .map(([, text]) =>
      unescaped(
        text
          .replaceAll(/<text:s text:c="(\d+)"\/>/g, (_, count) => ' '.repeat(count))
          .replaceAll(/<text:s\/>/g, ' ')
          .replaceAll(/<[^>]*>/g, ''),
      ),
    )
    .join('\n');

/** The value of a cell of a flat document. */
function valueOf(tag, inner) {
  const shown = wordsOf(inner);
  if (attr(tag, 'calcext:value-type') === 'error' || /^(?:#[A-Z/0!?]+[!?A]|Err:\d+)$/.test(shown))
    return { error: shown };
  switch (attr(tag, 'office:value-type')) {
    case 'boolean':
      return attr(tag, 'office:boolean-value') === 'true';
    case 'string':
      return shown;
    case 'date':
      return (
        Date.parse(`${attr(tag, 'office:date-value')}${attr(tag, 'office:date-value').includes('T') ? 'Z' : ''}`) /
          86_400_000 +
        25_569
      );
    case 'time': {
      const [, hours, minutes, seconds] = /PT(\d+)H(\d+)M([\d.]+)S/.exec(attr(tag, 'office:time-value'));
      return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400;
    }
    case undefined:
      return null;
    default:
      return Number(attr(tag, 'office:value'));
  }
}

/** The values of a flat document by the names of their cells, as rows of columns from 1. */
function valuesIn(text) {
  const found = new Map();
  let row = 0;
  for (const [, head, body = ''] of text.matchAll(/<table:table-row([^>]*?)(?:\/>|>(.*?)<\/table:table-row>)/gs)) {
    const rows = Number(attr(head, 'table:number-rows-repeated') ?? 1);
    row++;
    let column = 0;
    for (const [, tag, inner = ''] of body.matchAll(
      /<table:table-cell((?:[^>"]|"[^"]*")*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs,
    )) {
      const times = Number(attr(tag, 'table:number-columns-repeated') ?? 1);
      const value = valueOf(tag, inner);
      for (let at = 1; at <= Math.min(times, 1000); at++) found.set(`${row},${column + at}`, value);
      column += times;
    }
    row += rows - 1;
  }
  return found;
}

/** What LibreOffice computes for all cases, in their order. */
export function computed({ cells, cases }) {
  const folder = mkdtempSync(join(tmpdir(), 'formulas-'));
  try {
    const all = [...cells, ...cases.map(({ name, formula }) => [name, `=${formula}`])];
    writeFileSync(join(folder, 'cases.xlsx'), workbook(all));
    const home = `-env:UserInstallation=file://${join(folder, 'home')}`;
    const args = [home, '--headless', '--convert-to', 'fods', '--outdir', folder, join(folder, 'cases.xlsx')];
    execFileSync('soffice', args, {
      env: { ...process.env, LC_ALL: 'en_US.UTF-8', LANG: 'en_US.UTF-8', HOME: folder },
      timeout: 300_000,
      stdio: 'pipe',
    });
    const values = valuesIn(readFileSync(join(folder, 'cases.fods'), 'utf8'));
    return cases.map(({ row, column }) => values.get(`${row},${column}`) ?? null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
