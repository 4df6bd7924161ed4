import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import { metafile } from './word-drawn';

const deck = () => readFileSync(new URL('../../stories/testdata/documents/deck.pptx', import.meta.url));
const EMU = 9525;
const names =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const frame = (id: number, x: number, y: number, w: number, h: number, uri: string, content: string) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="f${id}"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr>` +
  `<p:xfrm><a:off x="${x * EMU}" y="${y * EMU}"/><a:ext cx="${w * EMU}" cy="${h * EMU}"/></p:xfrm>` +
  `<a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`;

const cell = (text: string) =>
  `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>`;

/** A table of eight rows in a frame that is as high as two. */
function table(): string {
  const rows = Array.from(
    { length: 8 },
    (_, row) =>
      `<a:tr h="${30 * EMU}">${cell(`ردیف ${row + 1}: متنی که در یک خط جا نمی‌شود و سطر را بلندتر می‌کند`)}</a:tr>`,
  ).join('');
  const tbl = `<a:tbl><a:tblPr/><a:tblGrid><a:gridCol w="${200 * EMU}"/></a:tblGrid>${rows}</a:tbl>`;
  return frame(10, 20, 20, 200, 60, 'http://schemas.openxmlformats.org/drawingml/2006/table', tbl);
}

const points = (tag: string, kind: string, all: readonly string[]) =>
  `<c:${tag}><c:${kind}><c:f>A1</c:f><c:${kind === 'strRef' ? 'strCache' : 'numCache'}><c:ptCount val="${all.length}"/>` +
  all.map((v, index) => `<c:pt idx="${index}"><c:v>${v}</c:v></c:pt>`).join('') +
  `</c:${kind === 'strRef' ? 'strCache' : 'numCache'}></c:${kind}></c:${tag}>`;

/** A bar chart whose title has no words of its own. */
function chart(series: readonly string[]): string {
  const ser = series.map(
    (name, index) =>
      `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${points('tx', 'strRef', [name])}` +
      `${points('cat', 'strRef', ['الف', 'ب'])}${points('val', 'numRef', [String(3 + index), '5'])}</c:ser>`,
  );
  return (
    `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ${names}><c:chart><c:title><c:overlay val="0"/></c:title>` +
    `<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/>${ser.join('')}` +
    `<c:gapWidth val="50"/><c:axId val="1"/><c:axId val="2"/></c:barChart>` +
    `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:crossAx val="2"/></c:catAx>` +
    `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:crossAx val="1"/></c:valAx>` +
    `</c:plotArea></c:chart></c:chartSpace>`
  );
}

const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';

/** A shape that is filled with a picture, which the relations of the drawing name. */
const pictured =
  `<dsp:sp modelId="{2}"><dsp:nvSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr><a:xfrm><a:off x="${160 * EMU}" y="0"/>` +
  `<a:ext cx="${80 * EMU}" cy="${80 * EMU}"/></a:xfrm><a:prstGeom prst="ellipse"><a:avLst/></a:prstGeom><a:blipFill><a:blip r:embed="rId1"/>` +
  `<a:stretch><a:fillRect/></a:stretch></a:blipFill></dsp:spPr></dsp:sp>`;

/** The drawing that PowerPoint leaves of SmartArt: its shapes have the third fill of the theme, with the first accent. */
const smartArt =
  `<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram" ${names}><dsp:spTree><dsp:nvGrpSpPr><dsp:cNvPr id="0" name=""/>` +
  `<dsp:cNvGrpSpPr/></dsp:nvGrpSpPr><dsp:grpSpPr/><dsp:sp modelId="{1}"><dsp:nvSpPr><dsp:cNvPr id="0" name=""/><dsp:cNvSpPr/></dsp:nvSpPr><dsp:spPr>` +
  `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${150 * EMU}" cy="${80 * EMU}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></dsp:spPr>` +
  `<dsp:style><a:lnRef idx="0"><a:scrgbClr r="0" g="0" b="0"/></a:lnRef><a:fillRef idx="3"><a:schemeClr val="accent1"><a:hueOff val="0"/></a:schemeClr></a:fillRef>` +
  `<a:effectRef idx="0"><a:scrgbClr r="0" g="0" b="0"/></a:effectRef><a:fontRef idx="minor"><a:schemeClr val="lt1"/></a:fontRef></dsp:style>` +
  `<dsp:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>گام نخست</a:t></a:r></a:p></dsp:txBody></dsp:sp>${pictured}</dsp:spTree></dsp:drawing>`;

const gradient = (stops: string) =>
  `<a:gradFill rotWithShape="1"><a:gsLst>${stops}</a:gsLst><a:lin ang="16200000" scaled="0"/></a:gradFill>`;

/** The third fill of Office 2007. */
const thirdFill = gradient(
  '<a:gs pos="0"><a:schemeClr val="phClr"><a:shade val="51000"/><a:satMod val="130000"/></a:schemeClr></a:gs>' +
    '<a:gs pos="100000"><a:schemeClr val="phClr"><a:shade val="94000"/><a:satMod val="135000"/></a:schemeClr></a:gs>',
);

/** A slide with a table that is higher than its frame, two charts and SmartArt. */
export async function drawnSlides(): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(deck());
  const text = async (name: string) => (await zip.file(name)?.async('string')) ?? '';
  const chartFrame = (id: number, y: number) =>
    frame(
      id,
      300,
      y,
      320,
      200,
      'http://schemas.openxmlformats.org/drawingml/2006/chart',
      `<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId${id}"/>`,
    );
  const art = frame(
    20,
    20,
    350,
    150,
    80,
    DIAGRAM,
    `<dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="rId20" r:lo="rId21" r:qs="rId22" r:cs="rId23"/>`,
  );
  zip.file(
    'ppt/slides/slide1.xml',
    `<p:sld ${names}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` +
      `${table()}${chartFrame(11, 20)}${chartFrame(12, 240)}${art}</p:spTree></p:cSld></p:sld>`,
  );
  const rels = 'ppt/slides/_rels/slide1.xml.rels';
  const add = [
    `<Relationship Id="rId11" Type="${relation}/chart" Target="../charts/chart1.xml"/>`,
    `<Relationship Id="rId12" Type="${relation}/chart" Target="../charts/chart2.xml"/>`,
    `<Relationship Id="rId20" Type="${relation}/diagramData" Target="../diagrams/data1.xml"/>`,
    `<Relationship Id="rId24" Type="http://schemas.microsoft.com/office/2007/relationships/diagramDrawing" Target="../diagrams/drawing1.xml"/>`,
  ].join('');
  zip.file(rels, (await text(rels)).replace('</Relationships>', `${add}</Relationships>`));
  zip.file('ppt/charts/chart1.xml', chart(['فروش بهار']));
  zip.file('ppt/charts/chart2.xml', chart(['یکم', 'دوم']));
  zip.file('ppt/diagrams/data1.xml', `<dgm:dataModel xmlns:dgm="${DIAGRAM}"/>`);
  zip.file('ppt/diagrams/drawing1.xml', smartArt);
  zip.file(
    'ppt/diagrams/_rels/drawing1.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/image" Target="../media/hills.png"/></Relationships>`,
  );
  const theme = 'ppt/theme/theme1.xml';
  zip.file(
    theme,
    (await text(theme)).replace(
      /(<a:fillStyleLst>)[\s\S]*?(<\/a:fillStyleLst>)/,
      `$1<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>${gradient('<a:gs pos="0"><a:schemeClr val="phClr"/></a:gs>')}${thirdFill}$2`,
    ),
  );
  const types = '[Content_Types].xml';
  zip.file(
    types,
    (await text(types)).replace(
      '</Types>',
      '<Override PartName="/ppt/charts/chart1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/><Override PartName="/ppt/charts/chart2.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/></Types>',
    ),
  );
  return zip.generateAsync({ type: 'uint8array' });
}

/** A slide with metafiles of LibreOffice, two of nothing but a bitmap and two of shapes, and with words. */
export async function metafileSlide(): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(deck());
  const files = ['picture.emf', 'picture.wmf', 'shapes.emf', 'shapes.wmf'];
  const box = (x: number) =>
    `<a:xfrm><a:off x="${x * EMU}" y="${20 * EMU}"/><a:ext cx="${120 * EMU}" cy="${60 * EMU}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;
  const pictures = files.map(
    (name, at) =>
      `<p:pic><p:nvPicPr><p:cNvPr id="${at + 10}" name="${name}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId${at + 60}"/>` +
      `<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${box(20 + at * 140)}</p:spPr></p:pic>`,
  );
  zip.file(
    'ppt/slides/slide1.xml',
    `<p:sld ${names}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${pictures.join('')}` +
      `<p:sp><p:nvSpPr><p:cNvPr id="30" name="words"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${box(20).replace(`y="${20 * EMU}"`, `y="${120 * EMU}"`)}</p:spPr>` +
      `<p:txBody><a:bodyPr/><a:p><a:r><a:t>پایان</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
  );
  const rels = 'ppt/slides/_rels/slide1.xml.rels';
  const add = files.map((name, at) => {
    zip.file(`ppt/media/${name}`, metafile(name));
    return `<Relationship Id="rId${at + 60}" Type="${relation}/image" Target="../media/${name}"/>`;
  });
  const before = (await zip.file(rels)?.async('string')) ?? '';
  zip.file(rels, before.replace('</Relationships>', `${add.join('')}</Relationships>`));
  return zip.generateAsync({ type: 'uint8array' });
}
