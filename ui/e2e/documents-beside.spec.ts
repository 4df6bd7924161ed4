import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, test } from './fixtures';
import { still } from './looks';

const sources = ['../../stories/testdata/documents/', '../../decode/workbook/testdata/corpus/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
const pictures = fileURLToPath(new URL('../../shots/documents/', import.meta.url));
const there = (program: string, flag: string) => spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;

const image = (bytes: Buffer) =>
  `<img src="data:image/png;base64,${bytes.toString('base64')}" style="width:49%;vertical-align:top;outline:1px solid #999">`;

/** The same documents in the formats of LibreOffice. */
const twins: Record<string, string> = { docx: 'odt', pptx: 'odp', xlsx: 'ods' };

/** The first page of a document as our viewers draw it. */
async function drawn(page: Page, name: string): Promise<Buffer> {
  if (/\.(docx|pptx)$/.test(name)) {
    await expect(page.locator('main iframe'), name).toHaveAttribute('data-shown', 'true');
    return page.frameLocator('main iframe').getByRole('region').first().screenshot();
  }
  const place = /\.(xlsx|ods)$/.test(name) ? page.getByRole('grid') : page.locator('main article').first();
  await expect(place, name).toBeVisible();
  await still(page);
  return place.screenshot();
}

// For eyes: shots/documents/<name>.png has our viewer beside LibreOffice's own drawing of the first page.
test('documents are drawn beside those of LibreOffice', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile || !process.env.FULL, 'only in make test-full');
  test.skip(
    !there('soffice', '--version') || !there('pdftoppm', '-v'),
    'LibreOffice (soffice) or Poppler (pdftoppm) is missing',
  );
  test.setTimeout(900_000);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'anbar-beside-'));
  fs.mkdirSync(pictures, { recursive: true });
  const convert = (to: string, files: readonly string[]) =>
    execFileSync(
      'soffice',
      [
        `-env:UserInstallation=file://${path.join(work, 'profile')}`,
        '--headless',
        '--convert-to',
        to,
        '--outdir',
        work,
        ...files,
      ],
      { stdio: 'ignore' },
    );
  try {
    const files = sources.flatMap((folder) =>
      fs
        .readdirSync(folder)
        .filter(
          (name) =>
            /\.(docx|pptx|xlsx|ods|odt|odp)$/.test(name) &&
            !/^(damaged|locked|hostile|word-huge|word-empty)/.test(name),
        )
        .map((name) => path.join(folder, name)),
    );
    for (const [from, to] of Object.entries(twins)) {
      const originals = files.filter((file) => file.endsWith(`.${from}`));
      convert(to, originals);
      files.push(...originals.map((file) => path.join(work, path.basename(file).replace(/\w+$/, to))));
    }
    expect(files.length).toBeGreaterThanOrEqual(60);
    const drive = await Drive.of(world.server, world.spaceId);
    const folder = await drive.folder(`beside ${Date.now()}`);
    for (const source of files) {
      const name = path.basename(source);
      const file = await drive.file(`${files.indexOf(source)} ${name}`, fs.readFileSync(source), folder);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
      const ours = await drawn(page, name);
      convert('pdf', [source]);
      const base = path.join(work, name.replace(/\.\w+$/, ''));
      execFileSync('pdftoppm', ['-png', '-singlefile', '-r', '110', `${base}.pdf`, base]);
      const theirs = fs.readFileSync(`${base}.png`);
      const both = await page.context().newPage();
      await both.setContent(`<body style="margin:8px;background:#ddd">${image(ours)} ${image(theirs)}</body>`);
      await both.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
      await both.close();
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
});
