// Presentations as PowerPoint writes them.
import { pack, relations, types } from './word.mjs';

const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const spaces = `xmlns:a="${A}" xmlns:p="${P}" xmlns:r="${R}"`;
const [WIDE, HIGH] = [12_192_000, 6_858_000];

const frame = ([x, y, w, h]) => `<a:off x="${x}" y="${y}"/><a:ext cx="${w}" cy="${h}"/>`;
let ids = 1;
const named = (name, more = '') => `<p:cNvPr id="${(ids += 1)}" name="${name}">${more}</p:cNvPr>`;

/** A paragraph: text, and whether it is written from the right. */
export const line = (text, { rtl, size = 2400, bold, color, align, link } = {}) =>
  `<a:p><a:pPr${rtl ? ' rtl="1"' : ''} algn="${align ?? (rtl ? 'r' : 'l')}"/><a:r>` +
  `<a:rPr lang="${rtl ? 'fa-IR' : 'en-US'}" sz="${size}"${bold ? ' b="1"' : ''}>` +
  (color ? `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>` : '') +
  `<a:latin typeface="Calibri"/><a:cs typeface="B Nazanin"/>${link ? `<a:hlinkClick r:id="${link}"/>` : ''}</a:rPr>` +
  `<a:t>${text}</a:t></a:r></a:p>`;

/** A box with paragraphs. */
export const box = (place, lines, { fill, shape = 'rect', bullets } = {}) =>
  `<p:sp><p:nvSpPr>${named('box')}<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm>${frame(place)}</a:xfrm>` +
  `<a:prstGeom prst="${shape}"><a:avLst/></a:prstGeom>` +
  (fill ? `<a:solidFill><a:srgbClr val="${fill}"/></a:solidFill>` : '<a:noFill/>') +
  `</p:spPr><p:txBody><a:bodyPr wrap="square" anchor="ctr"/><a:lstStyle/>` +
  lines
    .join('')
    .replaceAll('/><a:r>', bullets ? ' marL="342900" indent="-342900"><a:buChar char="•"/></a:pPr><a:r>' : '/><a:r>') +
  '</p:txBody></p:sp>';

export const image = (place, id, outside) =>
  `<p:pic><p:nvPicPr>${named('picture')}<p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:${outside ? 'link' : 'embed'}="${id}"/>` +
  `<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm>${frame(place)}</a:xfrm>` +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>';

export const grid = (place, rows, rtl) =>
  `<p:graphicFrame><p:nvGraphicFramePr>${named('table')}<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>` +
  `<p:xfrm>${frame(place)}</p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">` +
  `<a:tbl><a:tblPr firstRow="1" bandRow="1"${rtl ? ' rtl="1"' : ''}/><a:tblGrid>` +
  rows[0].map(() => `<a:gridCol w="${Math.floor(place[2] / rows[0].length)}"/>`).join('') +
  '</a:tblGrid>' +
  rows
    .map(
      (cells, at) =>
        `<a:tr h="${Math.floor(place[3] / rows.length)}">` +
        cells
          .map(
            (cell) =>
              `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${line(cell, { rtl, size: 1800, bold: at === 0 })}</a:txBody><a:tcPr>` +
              ['L', 'R', 'T', 'B']
                .map(
                  (side) => `<a:ln${side} w="9525"><a:solidFill><a:srgbClr val="8A9A9C"/></a:solidFill></a:ln${side}>`,
                )
                .join('') +
              `<a:solidFill><a:srgbClr val="${at === 0 ? 'CFE5E3' : 'FFFFFF'}"/></a:solidFill></a:tcPr></a:tc>`,
          )
          .join('') +
        '</a:tr>',
    )
    .join('') +
  '</a:tbl></a:graphicData></a:graphic></p:graphicFrame>';

const tree = (inner) =>
  '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>' +
  `<p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${inner}</p:spTree></p:cSld>`;

const color = (name, value) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
const font = (name) =>
  `<a:${name}><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface="B Nazanin"/></a:${name}>`;
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const theme =
  `${head}<a:theme xmlns:a="${A}" name="Office"><a:themeElements><a:clrScheme name="Office">` +
  [
    ['dk1', '1B2426'],
    ['lt1', 'FFFFFF'],
    ['dk2', '0B4F4B'],
    ['lt2', 'EEF3F3'],
    ['accent1', '0B6B66'],
    ['accent2', 'E0A030'],
    ['accent3', '3B7FC9'],
    ['accent4', '8F5B00'],
    ['accent5', '7A4FA0'],
    ['accent6', 'B03A3A'],
    ['hlink', '0563C1'],
    ['folHlink', '954F72'],
  ]
    .map(([name, value]) => color(name, value))
    .join('') +
  `</a:clrScheme><a:fontScheme name="Office">${font('majorFont')}${font('minorFont')}</a:fontScheme><a:fmtScheme name="Office">` +
  `<a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst>` +
  `<a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst>` +
  `<a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;

const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" ' +
  'accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** A presentation: the content of each slide. `links` are relations of the first slide. */
export async function pptx(slides, { links = {}, parts = {} } = {}) {
  const content = {};
  slides.forEach((inner, at) => {
    content[`ppt/slides/slide${at + 1}.xml`] =
      `${head}<p:sld ${spaces}>${tree(inner)}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
    content[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relations({
      rId1: ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(at === 0 ? links : {}),
    });
  });
  const list = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 2}"/>`).join('');
  return pack({
    '[Content_Types].xml': types({
      '/ppt/presentation.xml': 'presentationml.presentation.main',
      '/ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      '/ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      '/ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(slides.map((_, at) => [`/ppt/slides/slide${at + 1}.xml`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relations({ rId1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml':
      `${head}<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
      `<p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="${WIDE}" cy="${HIGH}"/><p:notesSz cx="${HIGH}" cy="${WIDE}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations({
      rId1: ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ...Object.fromEntries(slides.map((_, at) => [`rId${at + 2}`, ['slide', `slides/slide${at + 1}.xml`]])),
    }),
    'ppt/slideMasters/slideMaster1.xml': `${head}<p:sldMaster ${spaces}>${tree('')}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations({
      rId1: ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      rId2: ['theme', '../theme/theme1.xml'],
    }),
    'ppt/slideLayouts/slideLayout1.xml': `${head}<p:sldLayout ${spaces} type="blank">${tree('')}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations({
      rId1: ['slideMaster', '../slideMasters/slideMaster1.xml'],
    }),
    'ppt/theme/theme1.xml': theme,
    ...content,
    ...parts,
  });
}

export const SLIDE = [WIDE, HIGH];
