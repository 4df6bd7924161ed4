// Documents as Word writes them, and such as only an attacker writes. The parts are text, so that they can be read here.
import JSZip from 'jszip';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const REL = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const usual = [
  ['Default', 'rels', 'application/vnd.openxmlformats-package.relationships+xml'],
  ['Default', 'xml', 'application/xml'],
  ['Default', 'png', 'image/png'],
  ['Default', 'svg', 'image/svg+xml'],
  ['Default', 'html', 'text/html'],
];

export const types = (overrides) =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  usual.map(([, end, type]) => `<Default Extension="${end}" ContentType="${type}"/>`).join('') +
  Object.entries(overrides)
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${OFFICE}.${type}+xml"/>`)
    .join('') +
  '</Types>';

/** Relations by id: type, target, and whether it lies outside. */
export const relations = (table) =>
  `${head}<Relationships xmlns="${REL}">` +
  Object.entries(table)
    .map(
      ([id, [type, target, outside]]) =>
        `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"${outside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('') +
  '</Relationships>';

/** A zip of the parts, with the same bytes every time. */
export async function pack(parts) {
  const zip = new JSZip();
  const date = new Date(Date.UTC(2026, 0, 1));
  for (const [name, content] of Object.entries(parts)) zip.file(name, content, { date, createFolders: false });
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', compressionOptions: { level: 9 } });
}

const attributes = (list) =>
  Object.entries(list)
    .map(([name, value]) => ` w:${name}="${value}"`)
    .join('');

export const el = (name, list = {}, ...children) => `<w:${name}${attributes(list)}>${children.join('')}</w:${name}>`;

/** A run of Latin letters, or with `rtl` of Persian ones. */
export const run = (text, { rtl, size, bold, font, more = '' } = {}) => {
  const cs = rtl ? 'Cs' : '';
  const properties = [
    font && el('rFonts', rtl ? { ascii: 'Calibri', hAnsi: 'Calibri', cs: font } : { ascii: font, hAnsi: font }),
    bold && el(`b${cs}`),
    size && el(`sz${cs}`, { val: size }),
    more,
    rtl && el('rtl'),
  ];
  return el('r', {}, el('rPr', {}, ...properties.filter(Boolean)), `<w:t xml:space="preserve">${text}</w:t>`);
};

export const paragraph = (runs, { bidi, style, align, more = '' } = {}) =>
  el(
    'p',
    {},
    el(
      'pPr',
      {},
      style ? el('pStyle', { val: style }) : '',
      bidi ? el('bidi') : '',
      more,
      align ? el('jc', { val: align }) : '',
    ),
    ...[runs].flat(),
  );

/** A paragraph in Persian. */
export const fa = (text, options = {}) => paragraph(run(text, { rtl: true, ...options }), { bidi: true, ...options });

export const table = (rows, { bidi } = {}) =>
  el(
    'tbl',
    {},
    el(
      'tblPr',
      {},
      bidi ? el('bidiVisual') : '',
      el('tblW', { w: 5000, type: 'pct' }),
      el(
        'tblBorders',
        {},
        ...['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) =>
          el(side, { val: 'single', sz: 4, color: '7F7F7F' }),
        ),
      ),
    ),
    ...rows.map((cells) =>
      el('tr', {}, ...cells.map((cell) => el('tc', {}, el('tcPr', {}, el('tcW', { w: 2400, type: 'dxa' })), cell))),
    ),
  );

const styles =
  head +
  `<w:styles xmlns:w="${W}">` +
  el(
    'docDefaults',
    {},
    el(
      'rPrDefault',
      {},
      el(
        'rPr',
        {},
        el('rFonts', { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'B Nazanin' }),
        el('sz', { val: 22 }),
        el('szCs', { val: 28 }),
      ),
    ),
    el('pPrDefault', {}, el('pPr', {}, el('spacing', { after: 160, line: 259, lineRule: 'auto' }))),
  ) +
  el('style', { type: 'paragraph', default: 1, styleId: 'Normal' }, el('name', { val: 'Normal' })) +
  el(
    'style',
    { type: 'paragraph', styleId: 'Heading1' },
    el('name', { val: 'heading 1' }),
    el('basedOn', { val: 'Normal' }),
    el('pPr', {}, el('spacing', { before: 240, after: 120 }), el('outlineLvl', { val: 0 })),
    el(
      'rPr',
      {},
      el('rFonts', { ascii: 'Calibri Light', hAnsi: 'Calibri Light', cs: 'B Titr' }),
      el('b'),
      el('bCs'),
      el('color', { val: '1F4E79' }),
      el('sz', { val: 32 }),
      el('szCs', { val: 36 }),
    ),
  ) +
  '</w:styles>';

const paper = (more = '') =>
  el(
    'sectPr',
    {},
    more,
    el('pgSz', { w: 11906, h: 16838 }),
    el('pgMar', { top: 1440, right: 1440, bottom: 1440, left: 1440 }),
  );

/** A document of Word; `parts`, `overrides` and `links` come on top. */
export async function docx(body, { parts = {}, overrides = {}, links = {}, section = '' } = {}) {
  const spaces =
    `xmlns:w="${W}" xmlns:r="${R}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" ' +
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';
  return pack({
    '[Content_Types].xml': types({
      '/word/document.xml': 'wordprocessingml.document.main',
      '/word/styles.xml': 'wordprocessingml.styles',
      ...overrides,
    }),
    '_rels/.rels': relations({ rId1: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relations({ rId1: ['styles', 'styles.xml'], ...links }),
    'word/document.xml': `${head}<w:document ${spaces}><w:body>${body}${paper(section)}</w:body></w:document>`,
    'word/styles.xml': styles,
    ...parts,
  });
}

/** A picture in the text; `target` is the id of its relation. */
export const picture = (target, { outside, width = 1_440_000, height = 960_000 } = {}) =>
  el(
    'p',
    {},
    el(
      'r',
      {},
      el(
        'drawing',
        {},
        `<wp:inline><wp:extent cx="${width}" cy="${height}"/><wp:docPr id="1" name="picture"/>` +
          '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>' +
          '<pic:nvPicPr><pic:cNvPr id="1" name="picture"/><pic:cNvPicPr/></pic:nvPicPr>' +
          `<pic:blipFill><a:blip r:${outside ? 'link' : 'embed'}="${target}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>` +
          `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>` +
          '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline>',
      ),
    ),
  );

export const link = (id, text) =>
  `<w:hyperlink r:id="${id}">${run(text, { more: el('color', { val: '0563C1' }) + el('u', { val: 'single' }) })}</w:hyperlink>`;

/** A part with notes, its header or its footer. */
export const part = (root, inner) => `${head}<w:${root} xmlns:w="${W}" xmlns:r="${R}">${inner}</w:${root}>`;
