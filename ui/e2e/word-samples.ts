import JSZip from 'jszip';

const NS =
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const KIND = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>` +
  `<w:pPr><w:ind w:left="${720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;

const numbering =
  `${HEAD}<w:numbering ${NS}>` +
  `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•')}</w:abstractNum>` +
  `<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;

const styles = (isRtl: boolean) =>
  `${HEAD}<w:styles ${NS}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Vazirmatn" w:hAnsi="Vazirmatn" w:cs="Vazirmatn"/>` +
  `<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-US" w:bidi="fa-IR"/></w:rPr></w:rPrDefault></w:docDefaults>` +
  `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr>${isRtl ? '<w:bidi/>' : ''}</w:pPr></w:style>` +
  `<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/>` +
  `<w:pPr><w:jc w:val="center"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:bCs/></w:rPr></w:style></w:styles>`;

/** A paragraph with properties and one run of text. */
export const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** What makes a paragraph an item of a list: 1 of numbers and letters, 2 of bullets. */
export const item = (list: number, depth: number) =>
  `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr><w:bidi/>`;

const part = (name: string, kind: string) =>
  `<Override PartName="/word/${name}.xml" ContentType="${OFFICE}.${kind}+xml"/>`;

const relations = (all: string) => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${kind.includes('/') ? kind : `${KIND}/${kind}`}" Target="${target}"/>`;

/** A part of a document that its text refers to. */
export interface Part {
  readonly id: string;
  /** Below word/. */
  readonly name: string;
  /** The last word of the kind of its relation, or all of it. */
  readonly kind: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
}

const override = ({ name, type }: Part) => (type ? `<Override PartName="/word/${name}" ContentType="${type}"/>` : '');

/** A document of Word with a body and parts, whose usual style runs from the right if asked for. */
export async function word(body: string, isRtl = false, parts: readonly Part[] = []): Promise<Uint8Array> {
  const zip = new JSZip();
  zip.file(
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>${part('document', 'document.main')}${part('styles', 'styles')}${part('numbering', 'numbering')}${parts.map(override).join('')}</Types>`,
  );
  zip.file('_rels/.rels', relations(relation('rId1', 'officeDocument', 'word/document.xml')));
  zip.file(
    'word/_rels/document.xml.rels',
    relations(
      relation('rId1', 'styles', 'styles.xml') +
        relation('rId2', 'numbering', 'numbering.xml') +
        parts.map(({ id, kind, name }) => relation(id, kind, name)).join(''),
    ),
  );
  for (const { name, content } of parts) zip.file(`word/${name}`, content);
  zip.file('word/styles.xml', styles(isRtl));
  zip.file('word/numbering.xml', numbering);
  const page =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>';
  zip.file('word/document.xml', `${HEAD}<w:document ${NS}><w:body>${body}${page}</w:body></w:document>`);
  return zip.generateAsync({ type: 'uint8array' });
}
