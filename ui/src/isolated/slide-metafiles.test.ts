import JSZip from 'jszip';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { redrawMetafiles } from './slide-metafiles';

const here = import.meta.url; // by its name, the bundler leaves the addresses alone
const written = (name: string) => readFileSync(fileURLToPath(new URL(`./testdata/${name}`, here)));

const rels = (names: string[]) => names.map((name) => `<Relationship Target="../media/${name}"/>`).join('');

test('old pictures of slides become the bitmap in them, or a frame that names their format', async () => {
  const zip = new JSZip();
  zip.file('ppt/media/a.emf', written('picture.emf'));
  zip.file('ppt/media/b.WMF', written('shapes.wmf'));
  zip.file('ppt/media/c.emz', 'packed');
  zip.file('ppt/slides/_rels/slide1.xml.rels', rels(['a.emf', 'b.WMF', 'c.emz', 'd.png', 'e.emf']));
  expect(await redrawMetafiles(zip, 'Picture <in> {kind}')).toBe(true);
  const after = await zip.file('ppt/slides/_rels/slide1.xml.rels')?.async('string');
  expect(after).toBe(rels(['a.emf.bmp', 'b.WMF.svg', 'c.emz.svg', 'd.png', 'e.emf']));
  expect(await zip.file('ppt/media/b.WMF.svg')?.async('string')).toContain('>Picture &lt;in> WMF<');
  expect(await zip.file('ppt/media/a.emf.bmp')?.async('string')).toMatch(/^BM/);
});

test('slides without them stay as they are', async () => {
  const zip = new JSZip();
  zip.file('ppt/media/a.png', 'x');
  expect(await redrawMetafiles(zip, '')).toBe(false);
});
