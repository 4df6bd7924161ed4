import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Drive } from './drive';
import { expect, test } from './fixtures';

const samples = fileURLToPath(new URL('../../stories/testdata/documents/', import.meta.url));
const pictures = fileURLToPath(new URL('../../shots/documents/', import.meta.url));
const there = (program: string, flag: string) => spawnSync(program, [flag], { stdio: 'ignore' }).status === 0;

const image = (bytes: Buffer) =>
  `<img src="data:image/png;base64,${bytes.toString('base64')}" style="width:49%;vertical-align:top;outline:1px solid #999">`;

// For eyes: shots/documents/<name>.png has our viewer beside LibreOffice's own drawing of the first page.
test('documents are drawn beside those of LibreOffice', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile || !process.env.FULL, 'only in make test-full');
  test.skip(
    !there('soffice', '--version') || !there('pdftoppm', '-v'),
    'LibreOffice (soffice) or Poppler (pdftoppm) is missing',
  );
  test.setTimeout(300_000);
  const names = fs
    .readdirSync(samples)
    .filter((name) => /\.(docx|pptx)$/.test(name) && !/^(damaged|locked|hostile|word-huge)/.test(name));
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'anbar-beside-'));
  fs.mkdirSync(pictures, { recursive: true });
  try {
    const files = names.map((name) => path.join(samples, name));
    const profile = `-env:UserInstallation=file://${path.join(work, 'profile')}`;
    execFileSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', work, ...files], {
      stdio: 'ignore',
    });
    const drive = await Drive.of(world.server, world.spaceId);
    const folder = await drive.folder(`beside ${Date.now()}`);
    for (const name of names) {
      const file = await drive.file(name, fs.readFileSync(path.join(samples, name)), folder);
      await page.goto(`/workspace/${world.spaceId}/directory/${folder}/file/${file}/preview`);
      await expect(page.locator('main iframe'), name).toHaveAttribute('data-shown', 'true');
      const ours = await page.frameLocator('main iframe').getByRole('region').first().screenshot();
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
