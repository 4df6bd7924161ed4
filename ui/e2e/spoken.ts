import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

const bundle = path.resolve(
  import.meta.dirname,
  '../node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js',
);
const goldens = path.resolve(import.meta.dirname, 'spoken');

/** The bundle is a module; a page's first script cannot be one. Its last line is a comment. */
function asScript(): string {
  const code = fs.readFileSync(bundle, 'utf8');
  const [whole, names = ''] = /export\s*\{([^}]*)\}/.exec(code) ?? [];
  const inner = /([\w$]+) as virtual\b/.exec(names)?.[1];
  if (!whole || !inner) throw new Error('the screen reader has another form now');
  return `(() => {${code.replace(whole, () => `globalThis.anbarReader = ${inner};`)}\n})();`;
}

interface Reader {
  start(how: { container: HTMLElement }): Promise<void>;
  spokenPhraseLog(): Promise<string[]>;
}

/** Puts a screen reader into every page that is opened next. */
export const addReader = (page: Page) => page.addInitScript(asScript());

/** Starts it on the present page; the log begins anew. */
export const startReader = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { anbarReader: Reader }).anbarReader.start({ container: document.body }),
  );

/** Everything that was said since. */
export const said = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { anbarReader: Reader }).anbarReader.spokenPhraseLog());

/** Numbers and times differ from run to run. */
const steady = (phrase: string) => phrase.replace(/[\d۰-۹]+/g, '#');

/** Compares with e2e/spoken/`name`.txt; GOLDEN=1 writes it. */
export function expectSaid(phrases: readonly string[], name: string) {
  const file = path.join(goldens, `${name}.txt`);
  const text = `${phrases.map(steady).join('\n')}\n`;
  if (process.env.GOLDEN) {
    fs.mkdirSync(goldens, { recursive: true });
    fs.writeFileSync(file, text);
  }
  expect(text).toBe(fs.readFileSync(file, 'utf8'));
}
