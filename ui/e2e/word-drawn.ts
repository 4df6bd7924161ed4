import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import { paragraph, word, type Part } from './word-samples';

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"';
const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
const WORD = 'http://schemas.microsoft.com/office/word/2010';
const WPS = `xmlns:wps="${WORD}/wordprocessingShape"`;
const C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';
const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006';
const VML = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';

const size = (w: number, h: number) => `cx="${w * 9525}" cy="${h * 9525}"`;
const inline = (w: number, h: number, kind: string, contents: string) =>
  `<w:drawing><wp:inline ${WP}><wp:extent ${size(w, h)}/><wp:docPr id="1" name="x"/><a:graphic ${A}><a:graphicData uri="${kind}">${contents}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
const run = (contents: string) => `<w:p><w:r>${contents}</w:r></w:p>`;

const frame = (x: number, y: number, w: number, h: number) =>
  `<a:xfrm><a:off x="${x * 9525}" y="${y * 9525}"/><a:ext ${size(w, h)}/></a:xfrm>`;

/** A shape with text of Word in it. */
const shape = (text: string, place: string, look = 'roundRect') =>
  `<wps:wsp ${WPS}><wps:cNvSpPr/><wps:spPr>${place}<a:prstGeom prst="${look}"/><a:solidFill><a:schemeClr val="accent1"><a:lumMod val="40000"/><a:lumOff val="60000"/></a:schemeClr></a:solidFill><a:ln w="19050"><a:solidFill><a:srgbClr val="C00000"/></a:solidFill></a:ln></wps:spPr>` +
  `<wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx><wps:bodyPr anchor="ctr"/></wps:wsp>`;

const vmlBox = (text: string) =>
  `<w:pict><v:shape ${VML} style="width:200pt;height:40pt" fillcolor="#ffffcc"><v:textbox><w:txbxContent>${paragraph(text)}</w:txbxContent></v:textbox></v:shape></w:pict>`;

/** A document with text in boxes, shapes and groups of both kinds. */
export const boxedWords = () =>
  word(
    paragraph('پیش از کادرها') +
      run(
        `<mc:AlternateContent ${MC} ${WPS}><mc:Choice Requires="wps">${inline(300, 60, `${WORD}/wordprocessingShape`, shape('متن کادر نو', frame(0, 0, 300, 60)))}</mc:Choice>` +
          `<mc:Fallback>${vmlBox('متن کادر نو')}</mc:Fallback></mc:AlternateContent>`,
      ) +
      run(vmlBox('متن کادر کهنه')) +
      run(
        inline(
          400,
          120,
          `${WORD}/wordprocessingGroup`,
          `<wpg:wgp xmlns:wpg="${WORD}/wordprocessingGroup"><wpg:cNvGrpSpPr/><wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size(400, 120)}/><a:chOff x="0" y="0"/><a:chExt ${size(800, 240)}/></a:xfrm></wpg:grpSpPr>` +
            `${shape('گروه یک', frame(0, 0, 300, 200), 'ellipse')}${shape('گروه دو', frame(500, 40, 300, 160), 'diamond')}</wpg:wgp>`,
        ),
      ) +
      run(
        `<w:pict><v:group ${VML} style="width:200pt;height:60pt" coordsize="2000,600"><v:rect style="left:0;top:0;width:900;height:600"><v:textbox><w:txbxContent>${paragraph('گروه سه')}</w:txbxContent></v:textbox></v:rect></v:group></w:pict>`,
      ) +
      paragraph('پس از کادرها'),
    true,
  );

const points = (texts: readonly (string | number)[]) =>
  `<c:ptCount val="${texts.length}"/>${texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('')}`;

const series = (at: number, name: string, categories: readonly string[], values: readonly number[]) =>
  `<c:ser><c:idx val="${at}"/><c:order val="${at}"/><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>` +
  `<c:cat><c:strRef><c:strCache>${points(categories)}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>#,##0</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;

const axes =
  '<c:axId val="1"/><c:axId val="2"/></c:PLOT><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:axPos val="b"/><c:crossAx val="2"/></c:catAx>' +
  '<c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:title><c:tx><c:rich><a:p><a:r><a:t>میلیون تومان</a:t></a:r></a:p></c:rich></c:tx></c:title><c:crossAx val="1"/></c:valAx>';

/** A part with a chart. */
export const chart = (title: string, plot: string, contents: string, isRound = false) =>
  `<c:chartSpace ${C} ${A}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:layout/>` +
  `<c:${plot}>${contents}${isRound ? `</c:${plot}>` : axes.replace('PLOT', plot)}</c:plotArea><c:legend><c:legendPos val="b"/></c:legend><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;

const months = ['فروردین', 'اردیبهشت', 'خرداد', 'تیر'];
const sold = series(0, 'فروش', months, [120, 180, 90, 240]);
const cost = series(1, 'هزینه', months, [80, 110, 95, 130]);
const scatter =
  '<c:scatterStyle val="lineMarker"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:v>اندازه‌ها</c:v></c:tx><c:spPr><a:ln><a:noFill/></a:ln></c:spPr>' +
  `<c:xVal><c:numRef><c:numCache>${points([1, 2.5, 4, 7])}</c:numCache></c:numRef></c:xVal><c:yVal><c:numRef><c:numCache>${points([3, 5, 4, 9])}</c:numCache></c:numRef></c:yVal></c:ser>`;

const charts: readonly string[] = [
  chart('فروش بهار', 'barChart', `<c:barDir val="col"/><c:grouping val="clustered"/>${sold}${cost}`),
  chart('روند', 'lineChart', `<c:grouping val="standard"/>${sold}${cost}<c:marker val="1"/>`),
  chart('سهم ماه‌ها', 'pieChart', sold, true),
  chart('پراکندگی', 'scatterChart', scatter)
    .replace(/<c:catAx>/, '<c:valAx>')
    .replace('</c:catAx>', '</c:valAx>'),
  chart('میله‌ای', 'barChart', `<c:barDir val="bar"/><c:grouping val="stacked"/>${sold}${cost}<c:overlap val="100"/>`),
  chart('راداری', 'radarChart', `<c:radarStyle val="marker"/>${sold}`),
];

/** A document with a chart of each kind that is drawn, and of one that is not. */
export const chartedReport = () =>
  word(
    charts.map((_, at) => run(inline(300, 200, `${MAIN}/chart`, `<c:chart ${C} r:id="rId${20 + at}"/>`))).join(''),
    true,
    charts.map((content, at) => ({
      id: `rId${20 + at}`,
      name: `charts/chart${at + 1}.xml`,
      kind: 'chart',
      content,
      type: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
    })),
  );

/** The beginning of a picture of records, with nothing but a line. */
function emf(): Uint8Array {
  const view = new DataView(new ArrayBuffer(108 + 16 + 20));
  const put = (at: number, value: number) => view.setUint32(at, value, true);
  put(0, 1);
  put(4, 108);
  put(40, 0x46_4d_45_20);
  put(108, 54); // A line to a point.
  put(112, 16);
  put(124, 14);
  put(128, 20);
  return new Uint8Array(view.buffer);
}

const picture = (id: string) =>
  inline(
    120,
    80,
    `${MAIN}/picture`,
    `<pic:pic xmlns:pic="${MAIN}/picture"><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill><pic:spPr>${frame(0, 0, 120, 80)}</pic:spPr></pic:pic>`,
  );

const DSP = 'xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"';
const DGM = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';
const node = (text: string, x: number) =>
  `<dsp:sp><dsp:spPr>${frame(x, 10, 120, 60)}<a:prstGeom prst="homePlate"/><a:solidFill><a:schemeClr val="accent6"/></a:solidFill></dsp:spPr>` +
  `<dsp:txBody><a:bodyPr anchor="ctr"/><a:p><a:pPr algn="ctr"/><a:r><a:rPr sz="1400"/><a:t>${text}</a:t></a:r></a:p></dsp:txBody></dsp:sp>`;

const parts: readonly Part[] = [
  { id: 'rId30', name: 'media/image1.emf', kind: 'image', content: emf() },
  {
    id: 'rId31',
    name: 'diagrams/data1.xml',
    kind: 'diagramData',
    content: `<dgm:dataModel ${DGM} ${A}><dgm:extLst><a:ext><dsp:dataModelExt ${DSP} relId="rId32"/></a:ext></dgm:extLst></dgm:dataModel>`,
  },
  {
    id: 'rId32',
    name: 'diagrams/drawing1.xml',
    kind: 'http://schemas.microsoft.com/office/2007/relationships/diagramDrawing',
    content: `<dsp:drawing ${DSP} ${A}><dsp:spTree><dsp:grpSpPr/>${node('درخواست', 10)}${node('تأیید', 140)}</dsp:spTree></dsp:drawing>`,
  },
];

/** A point of colour. */
const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

/** A document with a picture as Word for Mac writes one: a PDF, and a PNG for all others; another is a PDF alone. */
export const pictureOfPDF = () =>
  word(
    run(
      picture('rId40').replace(
        /<a:blip [^>]*>/,
        `<mc:AlternateContent ${MC}><mc:Choice xmlns:ma="http://schemas.microsoft.com/office/mac/drawingml/2008/main" Requires="ma"><a:blip r:embed="rId40"/></mc:Choice><mc:Fallback><a:blip r:embed="rId41"/></mc:Fallback></mc:AlternateContent>`,
      ),
    ) +
      run(picture('rId40')) +
      run(picture('rId99').replace(/<a:blip [^>]*>/, '')) +
      paragraph('پایان'),
    true,
    [
      { id: 'rId40', name: 'media/image1.pdf', kind: 'image', content: '%PDF-1.4', type: 'application/pdf' },
      { id: 'rId41', name: 'media/image2.png', kind: 'image', content: dot, type: 'image/png' },
    ],
  );

/** The document in the strict form of ISO 29500. */
export async function strictly(bytes: Uint8Array): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(bytes);
  for (const part of zip.file(/\.(xml|rels)$/)) {
    const text = await part.async('string');
    zip.file(
      part.name,
      text.replaceAll(
        /http:\/\/schemas\.openxmlformats\.org\/(wordprocessingml|officeDocument|drawingml)\/2006\//g,
        'http://purl.oclc.org/ooxml/$1/',
      ),
    );
  }
  return zip.generateAsync({ type: 'uint8array' });
}

const group = (within: string) => `<wpg:grpSp>${within}</wpg:grpSp>`;

/** A document whose drawings are none: parts that are not there or no XML, sizes that no page has, groups without an end. */
export const lyingDrawings = () => {
  const deep = Array.from({ length: 150 }).reduce<string>(group, shape('ته', frame(0, 0, 9, 9)));
  const huge = `<w:drawing><wp:inline ${WP}><wp:extent cx="-1" cy="1e99"/><a:graphic ${A}><a:graphicData uri="x"><wps:wsp ${WPS}><wps:spPr><a:custGeom><a:pathLst><a:path w="0" h="x"><a:lnTo/></a:path></a:pathLst></a:custGeom></wps:spPr></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  return word(
    run(inline(100, 50, `${MAIN}/chart`, `<c:chart ${C} r:id="rId60"/>`)) +
      run(inline(100, 50, `${MAIN}/chart`, `<c:chart ${C} r:id="rId61"/>`)) +
      run(inline(100, 50, `${MAIN}/diagram`, `<dgm:relIds ${DGM} r:dm="rId99"/>`)) +
      run(inline(100, 50, 'x', `<wpg:wgp xmlns:wpg="${WORD}/wordprocessingGroup">${deep}</wpg:wgp>`)) +
      run(huge) +
      run(`<w:drawing/>`) +
      run(`<w:pict><v:group ${VML} coordsize="0,x" style="width:-5pt;;:"><v:shape/></v:group></w:pict>`) +
      paragraph('پایان'),
    true,
    [{ id: 'rId60', name: 'charts/chart1.xml', kind: 'chart', content: '<c:chartSpace' }],
  );
};

/** Three pages with a word behind them, as Word writes it into the header. */
export async function watermarked(): Promise<Uint8Array> {
  const spaces = `${VML} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;
  const place =
    'position:absolute;width:400pt;height:120pt;rotation:315;z-index:-1;mso-position-horizontal:center;mso-position-horizontal-relative:margin;' +
    'mso-position-vertical:center;mso-position-vertical-relative:margin';
  const header = `<w:hdr ${spaces}><w:p><w:r><w:pict><v:shape style="${place}" fillcolor="silver"><v:textpath string="پیش‌نویس"/></v:shape></w:pict></w:r></w:p></w:hdr>`;
  const lines = Array.from({ length: 90 }, (_, at) => paragraph(`سطر ${at}`)).join('');
  const bytes = await word(lines, true, [
    {
      id: 'rId50',
      name: 'header1.xml',
      kind: 'header',
      content: header,
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml',
    },
  ]);
  const zip = await JSZip.loadAsync(bytes);
  const main = (await zip.file('word/document.xml')?.async('string')) ?? '';
  zip.file(
    'word/document.xml',
    main.replace('<w:sectPr>', '<w:sectPr><w:headerReference w:type="default" r:id="rId50"/>'),
  );
  return zip.generateAsync({ type: 'uint8array' });
}

/** A document with a diagram, and with things that are not drawn. */
export const undrawnThings = () =>
  word(
    run(picture('rId30')) +
      run(
        inline(300, 80, `${MAIN}/diagram`, `<dgm:relIds ${DGM} r:dm="rId31" r:lo="rId98" r:qs="rId97" r:cs="rId96"/>`),
      ) +
      run(
        `<w:object><v:shape ${VML} style="width:100pt;height:50pt"/><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" ProgID="Excel.Sheet.12" r:id="rId95"/></w:object>`,
      ) +
      paragraph('پایان'),
    true,
    parts,
  );

/** A file that LibreOffice wrote: see the folder. */
export const metafile = (name: string): Uint8Array =>
  readFileSync(new URL(`../src/isolated/testdata/${name}`, import.meta.url));

/** A document with metafiles of LibreOffice: two of nothing but a bitmap, and two of shapes. */
export const officeMetafiles = () => {
  const names = ['picture.emf', 'picture.wmf', 'shapes.emf', 'shapes.wmf'];
  return word(
    names.map((_, at) => run(picture(`rId${50 + at}`))).join('') + paragraph('پایان'),
    true,
    names.map((name, at) => ({ id: `rId${50 + at}`, name: `media/${name}`, kind: 'image', content: metafile(name) })),
  );
};
