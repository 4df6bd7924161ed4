import type { Page } from '@playwright/test';
import { Drive } from './drive';
import { expect, type World } from './fixtures';
import { samples } from './samples';

export const texts = {
  fa: {
    markUp: 'علامت‌گذاری',
    bar: 'ابزارهای علامت‌گذاری',
    highlight: 'هایلایت',
    ink: 'قلم',
    text: 'متن',
    stamp: 'مهر',
    approved: 'تأیید شد',
    sign: 'امضا',
    useSign: 'گذاشتن امضا',
    keep: 'نگهداری روی این دستگاه',
    undo: 'واگرد',
    save: 'ذخیره در نسخهٔ جدید',
    saved: 'علامت‌ها در نسخهٔ جدید ذخیره شد',
    copy: 'ذخیره به‌صورت کپی',
    leave: 'خروج بدون ذخیره',
    typed: 'بررسی شد',
  },
  en: {
    markUp: 'Mark up',
    bar: 'Markup tools',
    highlight: 'Highlight',
    ink: 'Draw',
    text: 'Text',
    stamp: 'Stamp',
    approved: 'Approved',
    sign: 'Sign',
    useSign: 'Add signature',
    keep: 'Save on this device',
    undo: 'Undo',
    save: 'Save as new version',
    saved: 'Marks saved as a new version',
    copy: 'Save as a copy',
    leave: 'Leave without saving',
    typed: 'Checked twice',
  },
} as const;

export type Words = (typeof texts)['fa'] | (typeof texts)['en'];

/** A PDF in a directory of its own, opened by the page. */
export async function openReport(page: Page, world: World, query = '') {
  const drive = await Drive.of(world.server, world.spaceId);
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const { pdf } = await samples(browser);
  const directory = await drive.folder(`علامت ${Date.now()} ${Math.random()}`);
  const file = await drive.file('گزارش.pdf', pdf, directory);
  await page.goto(`/workspace/${world.spaceId}/directory/${directory}/file/${file}/preview${query}`);
  await expect(page.locator('.textLayer').first()).toHaveText(/\p{Script=Arabic}/u);
  return { drive, directory, file, pdf };
}

export const tool = (page: Page, words: Words, name: 'highlight' | 'ink' | 'text' | 'stamp' | 'sign' | 'undo') =>
  page.getByRole('toolbar', { name: words.bar }).getByRole('button', { name: words[name], exact: true });

export async function beginMarking(page: Page, words: Words) {
  await page.getByRole('button', { name: words.markUp, exact: true }).click();
  await expect(tool(page, words, 'highlight')).toBeEnabled();
  await expect(page.locator('.pdf-marks .textLayer').first()).toHaveText(/\p{Script=Arabic}/u);
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return box;
}

/** Draws a line over the first page with the mouse. */
export async function drawInk(page: Page, words: Words) {
  await tool(page, words, 'ink').click();
  await expect(page.locator('.annotationEditorLayer.inkEditing').first()).toBeVisible();
  const { x, y, width } = await boxOf(page, '.pdf-marks .page');
  await page.mouse.move(x + width / 2, y + 300);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 80, y + 340, { steps: 8 });
  await page.mouse.up();
  await expect(tool(page, words, 'undo')).toBeEnabled();
}

/** Signs with a curve. */
export async function sign(page: Page, words: Words, keep = false) {
  await tool(page, words, 'sign').click();
  const { x, y, width, height } = await boxOf(page, '[role=dialog] canvas');
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.3, { steps: 5 });
  await page.mouse.move(x + width * 0.8, y + height * 0.6, { steps: 5 });
  await page.mouse.up();
  if (keep) await page.getByRole('checkbox', { name: words.keep }).click();
  await page.getByRole('button', { name: words.useSign }).click();
  await expect(page.locator('.stampEditor canvas').last()).toBeVisible();
}

export async function save(page: Page, words: Words) {
  await page.getByRole('button', { name: words.save }).click();
  await expect(page.getByText(words.saved)).toBeVisible();
  await expect(page.getByRole('toolbar', { name: words.bar })).toBeHidden();
}

interface Annotation {
  readonly subtype: string;
  readonly contentsObj?: { readonly str: string };
}

/** Kinds of the annotations on the first page, read by pdf.js itself. */
export async function annotationsIn(bytes: Uint8Array): Promise<string[]> {
  // Its worker runs in this process, where older ones lack it.
  if (!('withResolvers' in Promise)) Reflect.set(Promise, 'withResolvers', withResolvers);
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: bytes.slice(), verbosity: 0 });
  const document = await task.promise;
  const annotations = (await (await document.getPage(1)).getAnnotations()) as Annotation[];
  await task.destroy();
  return annotations.map(({ subtype }) => subtype).filter((kind) => kind !== 'Popup');
}

function withResolvers() {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

interface Properties {
  readonly file_versioning: readonly { readonly version_id: string; readonly is_head: boolean }[];
}

/** The bytes of all versions of a file, the newest first. */
export async function versionsOf(world: World, directory: string, file: string): Promise<Uint8Array[]> {
  const { access } = await world.server.session();
  const path = `space/${world.spaceId}/directory/${directory}/file/${file}`;
  const { file_versioning: all } = await world.server.call<Properties>(
    'GET',
    `storage/${path}/properties`,
    undefined,
    access,
  );
  const bytes = async (version: string) => {
    const answer = await fetch(`${world.server.url}/api/download/${path}/direct?version_id=${version}`, {
      headers: { Authorization: `Bearer ${access}` },
    });
    return new Uint8Array(await answer.arrayBuffer());
  };
  const sorted = all.toSorted((a, b) => Number(b.is_head) - Number(a.is_head));
  return Promise.all(sorted.map(({ version_id: version }) => bytes(version)));
}

/** A page with a field that holds a name, as programs for forms write it. */
export function formPdf(): Uint8Array {
  const stream = 'BT /F1 18 Tf 60 700 Td (Registration) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [6 0 R] >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Mina Rad) /Rect [60 640 260 664] /P 3 0 R /DA (/F1 12 Tf 0 g) /F 4 >>',
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const end = text.length;
  const rows = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}
