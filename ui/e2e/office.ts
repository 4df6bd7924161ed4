import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const isThere = (program: string) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether LibreOffice can judge here what an editor wrote. */
export const hasOffice = () => isThere('soffice') && isThere('pdftotext');

/** A word as LibreOffice draws it, in parts of the width and the height of its page. */
export interface Drawn {
  readonly text: string;
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

function converted<T>(bytes: Uint8Array, from: string, to: string, read: (path: string) => T): T {
  const dir = mkdtempSync(join(tmpdir(), 'office-'));
  try {
    writeFileSync(join(dir, `in.${from}`), bytes);
    const profile = `-env:UserInstallation=file://${join(dir, 'profile')}`;
    const args = [profile, '--headless', '--convert-to', to, '--outdir', dir, join(dir, `in.${from}`)];
    execFileSync('soffice', args, { stdio: 'ignore', timeout: 120_000 });
    return read(join(dir, `in.${to.split(':')[0]}`));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The text of a document as LibreOffice reads it. */
export const textByOffice = (bytes: Uint8Array) =>
  converted(bytes, 'docx', 'txt:Text (encoded):UTF8', (path) => readFileSync(path, 'utf8'));

const ATTRIBUTE = (name: string, of: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(of)?.[1] ?? Number.NaN);

/** The values in the first sheet of a workbook as LibreOffice reads them, row by row. */
export const valuesByOffice = (bytes: Uint8Array): string[] =>
  converted(bytes, 'xlsx', 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false', (path) =>
    readFileSync(path, 'utf8').trimEnd().split('\n'),
  );

/** Whether the first sheet of a workbook runs from the right, as LibreOffice reads it. */
export const isFromRightByOffice = (bytes: Uint8Array): boolean =>
  converted(bytes, 'xlsx', 'fods', (path) => {
    const all = readFileSync(path, 'utf8');
    const style = /<table:table [^>]*table:style-name="([^"]+)"/.exec(all)?.[1] ?? '';
    const look = all.split(`<style:style style:name="${style}"`)[1]?.split('</style:style>')[0] ?? '';
    return look.includes('style:writing-mode="rl-tb"');
  });

/** The words of a document where LibreOffice draws them. */
export const drawnByOffice = (bytes: Uint8Array): Drawn[] =>
  converted(bytes, 'docx', 'pdf', (path) => {
    const html = execFileSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8' });
    return html
      .split('<page ')
      .slice(1)
      .flatMap((page, at) => {
        const [width, height] = [ATTRIBUTE('width', ` ${page}`), ATTRIBUTE('height', ` ${page}`)];
        return [...page.matchAll(/<word( [^>]*)>([^<]*)<\/word>/g)].map(([, where = '', text = '']) => ({
          text,
          page: at + 1,
          left: ATTRIBUTE('xMin', where) / width,
          right: ATTRIBUTE('xMax', where) / width,
          top: ATTRIBUTE('yMin', where) / height,
        }));
      });
  });
