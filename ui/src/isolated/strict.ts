import type JSZip from 'jszip';

const STRICT = 'http://purl.oclc.org/ooxml/';

/** Names of the strict form that differ in more than their beginning. */
const OTHERS: Readonly<Record<string, string>> = {
  'officeDocument/relationships/extendedProperties': 'officeDocument/2006/relationships/extended-properties',
  'officeDocument/relationships/customProperties': 'officeDocument/2006/relationships/custom-properties',
};

/** The names that all programs know in place of those of the strict form of ISO 29500. */
export const transitional = (text: string): string =>
  text.replaceAll(/http:\/\/purl\.oclc\.org\/ooxml\/([\w/]+)/g, (_, name: string) => {
    const [first = '', ...rest] = name.split('/');
    return `http://schemas.openxmlformats.org/${OTHERS[name] ?? [first, '2006', ...rest].join('/')}`;
  });

/** Gives a document of the strict form the names that the viewer knows. */
export async function loosen(zip: JSZip): Promise<void> {
  const main = await zip.file('word/document.xml')?.async('string');
  if (!main?.slice(0, 8192).includes(STRICT)) return;
  for (const part of zip.file(/\.(xml|rels)$/)) {
    const text = await part.async('string');
    if (text.includes(STRICT)) zip.file(part.name, transitional(text));
  }
}
