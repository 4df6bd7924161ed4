import { zipOf } from './zips';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A cell as a file has it: a text, a number, or the parts of its element with their attributes. */
type Made = string | number | { readonly xml: string; readonly attrs?: string };

interface Options {
  readonly rtl?: boolean;
  /** The formats of styles from 1 on. */
  readonly styles?: readonly string[];
  /** Degrees by which the last style turns its text. */
  readonly turned?: number;
  /** The borders of styles behind all others, as elements. */
  readonly borders?: readonly string[];
  /** What is said at cells. */
  readonly comments?: Readonly<Record<string, string>>;
  /** Parts of the sheet before its rows. */
  readonly head?: string;
  /** Parts of the sheet behind its rows. */
  readonly tail?: string;
  /** The names of the workbook. */
  readonly names?: string;
  /** Attributes of the element that says how the workbook is computed. */
  readonly calc?: string;
}

function cellOf(name: string, made: Made): string {
  if (typeof made === 'number') return `<c r="${name}"><v>${made}</v></c>`;
  if (typeof made === 'string') return `<c r="${name}" t="inlineStr"><is><t>${escaped(made)}</t></is></c>`;
  return `<c r="${name}" ${made.attrs ?? ''}>${made.xml}</c>`;
}

const commented = (comments: Readonly<Record<string, string>>) => [
  {
    name: 'xl/worksheets/_rels/sheet1.xml.rels',
    content:
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" ' +
      'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/></Relationships>',
  },
  {
    name: 'xl/comments1.xml',
    content:
      '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>حسابدار</author></authors><commentList>' +
      Object.entries(comments)
        .map(([name, text]) => `<comment ref="${name}" authorId="0"><text><t>${escaped(text)}</t></text></comment>`)
        .join('') +
      '</commentList></comments>',
  },
];

/** A small workbook of one sheet, as a program would write it: its cells by their names. */
export function workbookOf(cells: Readonly<Record<string, Made>>, options: Options = {}): Uint8Array {
  const rows = new Map<number, string[]>();
  for (const [name, made] of Object.entries(cells)) {
    const row = Number(/\d+/.exec(name)?.[0]);
    rows.set(row, [...(rows.get(row) ?? []), cellOf(name, made)]);
  }
  const lines = [...rows].map(([row, line]) => `<row r="${row}">${line.join('')}</row>`).join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${types}.${kind}+xml"/>`;
  const xfs = ['', ...(options.styles ?? [])];
  return zipOf([
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('styles', 'styles')}${
          options.comments ? part('comments1', 'comments') : ''
        }</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${relations}"><Relationship Id="a" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content:
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="One" sheetId="1" r:id="a"/></sheets>` +
        (options.names ? `<definedNames>${options.names}</definedNames>` : '') +
        `${options.calc === undefined ? '' : `<calcPr ${options.calc}/>`}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        `<Relationships xmlns="${relations}"><Relationship Id="a" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
        `<Relationship Id="b" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content:
        `<styleSheet xmlns="${main}"><numFmts>${xfs
          .map((code, at) => (code ? `<numFmt numFmtId="${200 + at}" formatCode="${escaped(code)}"/>` : ''))
          .join('')}</numFmts>` +
        '<fonts><font><sz val="11"/></font></fonts><fills><fill><patternFill patternType="none"/></fill></fills>' +
        `<borders><border/>${(options.borders ?? []).join('')}</borders><cellStyleXfs><xf/></cellStyleXfs><cellXfs>` +
        xfs.map((code, at) => `<xf fontId="0" numFmtId="${code ? 200 + at : 0}"/>`).join('') +
        `<xf fontId="0"><alignment horizontal="center" textRotation="${options.turned ?? 0}"/></xf>` +
        (options.borders ?? []).map((_, at) => `<xf fontId="0" borderId="${at + 1}" applyBorder="1"/>`).join('') +
        '</cellXfs></styleSheet>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content:
        `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${options.rtl ? ' rightToLeft="1"' : ''}/></sheetViews>` +
        `${options.head ?? ''}<sheetData>${lines}</sheetData>${options.tail ?? ''}</worksheet>`,
    },
    ...(options.comments ? commented(options.comments) : []),
  ]);
}

/** The style that centers, behind those of the formats. */
export const centered = (formats = 0) => `s="${formats + 1}"`;

/** The style with a border, the first of which is 0, behind those of formats. */
export const bordered = (at: number, formats = 0) => `s="${formats + 2 + at}"`;
