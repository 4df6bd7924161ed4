import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { loosen, transitional } from './strict';

test('names of the strict form are those that everybody knows', () => {
  const strict = 'http://purl.oclc.org/ooxml';
  const known = 'http://schemas.openxmlformats.org';
  expect(transitional(`a="${strict}/wordprocessingml/main"`)).toBe(`a="${known}/wordprocessingml/2006/main"`);
  expect(transitional(`${strict}/officeDocument/relationships/styles`)).toBe(
    `${known}/officeDocument/2006/relationships/styles`,
  );
  expect(transitional(`${strict}/officeDocument/relationships/extendedProperties`)).toBe(
    `${known}/officeDocument/2006/relationships/extended-properties`,
  );
});

test('only documents of the strict form are rewritten', async () => {
  const zip = new JSZip();
  zip.file('word/document.xml', '<document/>');
  zip.file('word/styles.xml', 'http://purl.oclc.org/ooxml/x/main');
  await loosen(zip);
  expect(await zip.file('word/styles.xml')?.async('string')).toContain('purl');
  zip.file('word/document.xml', '<document xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"/>');
  await loosen(zip);
  expect(await zip.file('word/styles.xml')?.async('string')).toBe('http://schemas.openxmlformats.org/x/2006/main');
});
